/**
 * A stable sort whose sequence of comparisons is fixed: insertion sort in blocks of 20, then
 * merging in place by rotation (Kim and Kutzner's SymMerge). With a comparer that contradicts itself the
 * result depends on that sequence, and programs see it.
 */
export function stableSort<E>(a: E[], less: (x: E, y: E) => boolean): void {
  const n = a.length;
  let block = 20;
  let from = 0;
  for (; from + block <= n; from += block) insertionSort(a, from, from + block, less);
  insertionSort(a, from, n, less);
  for (; block < n; block *= 2) {
    let lo = 0;
    for (; lo + 2 * block <= n; lo += 2 * block) symMerge(a, lo, lo + block, lo + 2 * block, less);
    if (lo + block < n) symMerge(a, lo, lo + block, n, less);
  }
}

export function isSorted<E>(a: readonly E[], less: (x: E, y: E) => boolean): boolean {
  for (let i = a.length - 1; i > 0; i--) if (less(a[i] as E, a[i - 1] as E)) return false;
  return true;
}

function swap<E>(a: E[], i: number, j: number): void {
  const x = a[i] as E;
  a[i] = a[j] as E;
  a[j] = x;
}

function insertionSort<E>(a: E[], lo: number, hi: number, less: (x: E, y: E) => boolean): void {
  for (let i = lo + 1; i < hi; i++) {
    for (let j = i; j > lo && less(a[j] as E, a[j - 1] as E); j--) swap(a, j, j - 1);
  }
}

function symMerge<E>(a: E[], lo: number, m: number, hi: number, less: (x: E, y: E) => boolean): void {
  if (m - lo === 1) {
    // A single element on the left: the lowest place whose element is not less.
    let i = m;
    let j = hi;
    while (i < j) {
      const h = (i + j) >>> 1;
      if (less(a[h] as E, a[lo] as E)) i = h + 1;
      else j = h;
    }
    for (let k = lo; k < i - 1; k++) swap(a, k, k + 1);
    return;
  }
  if (hi - m === 1) {
    let i = lo;
    let j = m;
    while (i < j) {
      const h = (i + j) >>> 1;
      if (!less(a[m] as E, a[h] as E)) i = h + 1;
      else j = h;
    }
    for (let k = m; k > i; k--) swap(a, k, k - 1);
    return;
  }
  const mid = (lo + hi) >>> 1;
  const n = mid + m;
  let start: number;
  let r: number;
  if (m > mid) {
    start = n - hi;
    r = mid;
  } else {
    start = lo;
    r = m;
  }
  const p = n - 1;
  while (start < r) {
    const c = (start + r) >>> 1;
    if (!less(a[p - c] as E, a[c] as E)) start = c + 1;
    else r = c;
  }
  const end = n - start;
  if (start < m && m < end) rotate(a, start, m, end);
  if (lo < start && start < mid) symMerge(a, lo, start, mid, less);
  if (mid < end && end < hi) symMerge(a, mid, end, hi, less);
}

/** Exchanges the neighbouring blocks [lo, m) and [m, hi). */
function rotate<E>(a: E[], lo: number, m: number, hi: number): void {
  let i = m - lo;
  let j = hi - m;
  while (i !== j) {
    if (i > j) {
      swapRange(a, m - i, m, j);
      i -= j;
    } else {
      swapRange(a, m - i, m + j - i, i);
      j -= i;
    }
  }
  swapRange(a, m - i, m, i);
}

function swapRange<E>(a: E[], x: number, y: number, n: number): void {
  for (let i = 0; i < n; i++) swap(a, x + i, y + i);
}
