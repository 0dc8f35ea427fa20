// Finds pages and sections by their words: all words of the query must begin a word of the text. No library, no server.
(() => {
  const root = document.currentScript.dataset.root;
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  let index;
  const load = () => (index ??= fetch(`${root}search.json`).then((answer) => answer.json()));
  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.hidden = words.length === 0;
    if (words.length === 0) return;
    const sections = await load();
    const found = sections
      .map((section) => {
        const title = section.title.toLowerCase();
        const text = section.text.toLowerCase();
        let score = 0;
        for (const word of words) {
          if (title.includes(word)) score += 10;
          else if (text.includes(word)) score += 1;
          else return { section, score: 0 };
        }
        return { section, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 12);
    list.replaceChildren(
      ...found.map(({ section }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `${root}${section.href}`;
        link.textContent = section.title;
        const page = document.createElement("small");
        page.textContent = section.page;
        item.append(link, " ", page);
        return item;
      }),
    );
    if (found.length === 0)
      list.replaceChildren(Object.assign(document.createElement("li"), { textContent: "Nothing found" }));
  };
  input.addEventListener("input", () => void show());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape") {
      input.value = "";
      list.hidden = true;
    }
  });
})();
