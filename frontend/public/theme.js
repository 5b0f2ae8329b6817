// Sets the colour scheme before the first paint. A blocking file of its own: the content security policy allows no
// inline script, and a module would run too late. Key and values are those of the component kit.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage may be forbidden; then the system's preference holds.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
