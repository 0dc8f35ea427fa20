import { useState } from "preact/hooks";
import { shown, shownCommand } from "../play-state.ts";
import { release } from "../state.ts";
import { LONGEST_LINK, toFragment } from "../share.ts";
import { Copy } from "./copy.tsx";

/** Copies a link that holds all of it, or the command for a terminal; a link with literal secrets is not made. */
export function Share() {
  const [said, setSaid] = useState("");
  const share = async (): Promise<void> => {
    const now = shown();
    if (now === undefined) return;
    if (now.kind === "p" && release.value?.secrets.some(({ how }) => how === "literal") === true) {
      setSaid("not shared: a values file holds a literal secret");
      return;
    }
    const fragment = await toFragment(now);
    if (fragment.length > LONGEST_LINK) {
      setSaid(now.kind === "p" ? "too long for a link: use `opm mod inspect --html` instead" : "too long for a link");
      return;
    }
    history.replaceState(null, "", `#${fragment}`);
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    setSaid("link copied");
  };
  return (
    <>
      <Copy text={shownCommand()} label="Copy command" />
      <button type="button" class="button" onClick={() => void share()}>
        Share
      </button>
      <span role="status" class="dim">
        {said}
      </span>
    </>
  );
}
