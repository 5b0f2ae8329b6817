/** Finds what a person can read in a program and no catalogue holds. */
import { type ESTree, parseSync, Visitor } from "vite";

/** Units, names and signs that are the same in every language. */
const NO_LANGUAGE =
  /^(IOPS|I\/Os?|[kMGT]?i?B(\/s)?|[GM]T\/s|Mb\/s|[mnµ]?s|QD|CPUs?|PCIe|NVMe|NUMA|SMART|BIOS|BMC|IOMMU|RAID|MTU|ASPM|NPS|UTC|JSON|CSV|PDF|CI|GHz|MHz|SHA-256|YABS|WD|UTF-16|n|p|fio|fioboard|Slack|Teams|p\d[\d.]*|Gen)$/;
/** Attributes and fields whose value is a name for the program, whatever it looks like. */
const NAMES =
  /^(className|class|style|id|key|href|rel|type|role|variant|autoComplete|d|transform|viewBox|fontFamily|background|csv|header|queryKey|accept|data-(?!name)[\w-]+)$/;
/** Calls that read a name, not a sentence. */
const CALLS =
  /^(Error|TypeError|DOMException|CustomEvent|RegExp|URL|URLSearchParams|matchMedia|querySelector|querySelectorAll|closest|matches|getRouteApi|createElement|setAttribute|getAttribute|setProperty|getItem|setItem|includes|startsWith|endsWith|split|replaceAll|set|get|has|append|header|addEventListener)$/;
/** Shapes of CSS, addresses, commands, formats and selectors. */
const CODE =
  /^(var\(|calc\(|url\(|color-mix\(|@|\/|\.|api\/|https?:|\w+:\/\/|--|#|\[|<|\$ |M\d|'Inter|fioboard[ -]|make |curl |sudo |nvme |systemctl |position:|Bearer )|px\b|^[a-z]+=/;
/** Attributes that are read out or shown: there a single small word is language, too. */
const SHOWN =
  /^(title|label|aria-label|aria-description|alt|placeholder|description|subtitle|caption|detail)$/;
/** Keys of a keyboard. */
const KEYS =
  /^(Escape|Enter|Tab|Home|End|Backspace|Delete|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Shift|Control|Alt|Meta)$/;

export interface Found {
  line: number;
  text: string;
}

/** Returns the readable texts of a module that stand in no message. */
export function findReadable(path: string, code: string): Found[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
  const found: Found[] = [];
  // Parts of messages, and of the program what is never shown.
  const skipped: [start: number, end: number][] = [];
  const skip = (node: { start: number; end: number } | null | undefined) => {
    if (node != null) skipped.push([node.start, node.end]);
  };
  const texts: { start: number; text: string; isShown: boolean }[] = [];
  const shown = new Set<number>();
  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    ImportExpression: skip,
    TSInterfaceDeclaration: skip,
    TSTypeAliasDeclaration: skip,
    TSTypeAnnotation: skip,
    TSTypeParameterInstantiation: skip,
    TSAsExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => skip(typeAnnotation),
    TaggedTemplateExpression: ({ tag, quasi }) => {
      // The values of a message may hold a text of their own.
      if (tag.type === "Identifier" && tag.name === "t") for (const part of quasi.quasis) skip(part);
      if (tag.type === "Identifier" && tag.name === "t") shown.add(quasi.start);
    },
    CallExpression: ({ callee, arguments: given }) => {
      const name = nameOf(callee);
      if (name === "plural") skip(given[1]);
      if (CALLS.test(name)) for (const one of given) skip(one);
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (CALLS.test(nameOf(callee))) for (const one of given) skip(one);
    },
    JSXElement: (node) => {
      const { name, attributes } = node.openingElement;
      const tag = name.type === "JSXIdentifier" ? name.name : "";
      if (/^(kbd|code|pre|style)$/.test(tag)) skip(node);
      if (tag === "Trans") skipText(node.children, skip);
      if (tag === "Plural")
        for (const one of attributes)
          if (one.type === "JSXAttribute" && nameOf(one.name) !== "value") skip(one);
    },
    JSXAttribute: (node) => {
      const name = nameOf(node.name);
      if (NAMES.test(name)) skip(node);
      else if (SHOWN.test(name) && node.value !== null) shown.add(node.value.start);
    },
    Property: ({ key, value, computed }) => {
      if (!computed) skip(key);
      if (NAMES.test(nameOf(key))) skip(value);
    },
    MemberExpression: ({ property, computed }) => {
      if (computed) skip(property);
    },
    SwitchCase: ({ test }) => skip(test),
    BinaryExpression: ({ operator, left, right }) => {
      if (!/^[!=]==?$|^in$/.test(operator)) return;
      for (const side of [left, right]) if (side.type === "Literal") skip(side);
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string") texts.push({ start, text: value, isShown: shown.has(start) });
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (!shown.has(start))
        texts.push({ start, text: quasis.map((part) => part.value.cooked ?? "").join("\0"), isShown: false });
    },
    JSXText: ({ value, start }) => void texts.push({ start, text: value, isShown: true }),
  }).visit(program);
  for (const { start, text, isShown } of texts) {
    if (skipped.some(([from, to]) => from <= start && start < to) || !isReadable(text, isShown)) continue;
    found.push({ line: code.slice(0, start).split("\n").length, text: text.trim().replaceAll("\0", "…") });
  }
  return found;
}

/** Text of a message, also within its elements; attributes and values of them are looked at by themselves. */
function skipText(children: readonly ESTree.JSXChild[], skip: (node: ESTree.JSXChild) => void) {
  for (const child of children) {
    if (child.type === "JSXText") skip(child);
    else if (child.type === "JSXExpressionContainer" && child.expression.type === "Literal") skip(child);
    else if (child.type === "JSXElement" || child.type === "JSXFragment") skipText(child.children, skip);
  }
}

function isReadable(text: string, isShown: boolean): boolean {
  if (CODE.test(text)) return false;
  const words = text
    .split(/[\s\0,.;:()“”"·–—→≥≠…+×]+/)
    .filter((word) => /\p{L}{2}/u.test(word) && !NO_LANGUAGE.test(word));
  const [first] = words;
  if (first === undefined || KEYS.test(text)) return false;
  if (isShown) return words.some((word) => /^\p{L}[\p{Ll}’'-]+$/u.test(word));
  if (/^[A-Z][a-z]+(-[a-z]+)*$/.test(text)) return true;
  const isSentence = /\p{L}{2,}[,;:.)]? \p{L}/u.test(text) || /\0[,;]? \p{Ll}{2,}|\p{Ll}{2,} \0/u.test(text);
  return isSentence && words.some((word) => /^\p{L}\p{Ll}+$/u.test(word));
}

function nameOf(node: ESTree.Node): string {
  if (node.type === "Identifier" || node.type === "JSXIdentifier") return String(node.name);
  if (node.type === "Literal") return String(node.value);
  return node.type === "MemberExpression" ? nameOf(node.property) : "";
}
