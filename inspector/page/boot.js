// Unpacks the parts of the page and starts it. Nothing is fetched. `unpack` of unpack.js stands before this text.
(async () => {
  const part = (id) => document.getElementById(id).textContent.trim();
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const packed = (id) => {
    const [size, text] = part(id).split(":");
    return { size: Number(size), bytes: bytes(text) };
  };
  const whole = (id) => {
    const { size, bytes } = packed(id);
    return unpack(bytes, size);
  };
  const script = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const data = new Response(new Blob([bytes(part("opm-data"))]).stream().pipeThrough(new DecompressionStream("gzip")));
  // A Worker unpacks its program itself, while the page is drawn.
  const engine = packed("opm-engine");
  const first = script(
    `const unpack=${unpack};addEventListener("message",({data:{bytes,size}})=>{importScripts(URL.createObjectURL(new Blob([unpack(bytes,size)],{type:"text/javascript"})))},{once:true})`,
  );
  const startWorker = (name) => {
    const worker = new Worker(first, { name });
    worker.postMessage(engine);
    return worker;
  };
  const tag = document.createElement("script");
  tag.src = script(whole("opm-app"));
  tag.onload = async () =>
    globalThis.opmPage({
      data: await data.json(),
      startWorker,
      catalog: () => whole("opm-catalog").buffer,
      messages: () => JSON.parse(new TextDecoder().decode(whole("opm-messages"))),
    });
  document.head.append(tag);
})();
