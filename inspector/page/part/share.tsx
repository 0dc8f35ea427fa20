import { useState } from "preact/hooks";
import { project, release } from "../state.ts";
import { LONGEST_LINK, toFragment } from "../share.ts";

/** Copies a link that holds the whole project; one with literal secrets is not made. */
export function Share() {
  const [said, setSaid] = useState("");
  const share = async (): Promise<void> => {
    const now = project.value;
    if (now === undefined) return;
    if (release.value?.secrets.some(({ how }) => how === "literal") === true) {
      setSaid("not shared: a values file holds a literal secret");
      return;
    }
    const fragment = await toFragment(now);
    if (fragment.length > LONGEST_LINK) {
      setSaid("too long for a link: use `opm mod inspect --html` instead");
      return;
    }
    history.replaceState(null, "", `#${fragment}`);
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    setSaid("link copied");
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void share()}>
        Share
      </button>
      <span role="status" class="dim">
        {said}
      </span>
    </>
  );
}
