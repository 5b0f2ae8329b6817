// Asks for the document of a link while the page's scripts are still on their way, as sharing/report/recipient.ts asks and no other
// way: no cookie, nothing kept. An opening is counted, so recipient.ts takes this answer and does not ask again. What is no
// token is left to it, a passphrase too.
(() => {
  const token = location.pathname.slice(new URL("s/", document.baseURI).pathname.length);
  if (!/^\w+$/.test(token)) return;
  globalThis.firstAnswer = fetch(new URL(`api/v1/shared/${token}`, document.baseURI), {
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
  }).catch(() => null);
})();
