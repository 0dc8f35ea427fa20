// Unpacks the parts of the page, each gzip in base64, and starts it. Nothing is fetched.
(async () => {
  const unpack = (id) => {
    const text = document.getElementById(id).textContent;
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  };
  const script = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const [app, engine, catalog, messages, data] = await Promise.all([
    unpack("opm-app").text(),
    unpack("opm-engine").text(),
    unpack("opm-catalog").arrayBuffer(),
    unpack("opm-messages").json(),
    unpack("opm-data").json(),
  ]);
  const tag = document.createElement("script");
  tag.src = script(app);
  tag.onload = () => globalThis.opmPage({ data, engine: script(engine), catalog, messages });
  document.head.append(tag);
})();
