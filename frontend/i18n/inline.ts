/**
 * Writes each message into the program in the language of the build, so that a page loads neither a catalogue nor a
 * library. Lingui's own transformer reads the macros; what it makes of them is replaced by plain text and JSX.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { transform } from "@lingui/native-tools";
import MagicString from "magic-string";
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";
import { pseudoText } from "./pseudo.ts";

/** One piece of a compiled message: text, or a value with, for a choice, its kind and its forms. */
type Token = string | [name: string, kind?: string, forms?: Record<string, Token[] | undefined>];

export interface Language {
  /** Tag of the language whose rules choose plural forms. */
  locale: string;
  /** Text of a message in this language; the source language has it in the program. */
  translate: (id: string, message: string) => string;
  isPseudo?: boolean;
}

/** Returns the two steps of the build: read the macros, then replace the messages. */
export function inlineMessages(language: Language): Plugin[] {
  const filter = { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ };
  const read: Plugin = {
    name: "fioboard-read-messages",
    enforce: "pre",
    transform: {
      filter,
      async handler(code, id) {
        const result = await transform(code, id.split("?")[0] ?? id, {
          macro: { descriptorFields: "all" },
        });
        return { code: result.code, map: result.map ?? null };
      },
    },
  };
  const write: Plugin = {
    name: "fioboard-write-messages",
    enforce: "pre",
    transform: {
      filter: { id: filter.id, code: /from "@lingui\/(core|react)"/ },
      handler: (code) => writeMessages(code, language),
    },
  };
  return [read, write];
}

interface Range {
  start: number;
  end: number;
}

/** A message as the program states it, with where its values and elements stand. */
interface Message extends Range {
  id: string;
  message: string;
  values: Map<string, Range>;
  components: Map<string, Range>;
  isJsx: boolean;
}

/** Replaces every message of a module that Lingui's transformer has read. */
export function writeMessages(code: string, language: Language) {
  const { program, errors } = parseSync("module.jsx", code);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const names = new Set<string>();
  const messages: Message[] = [];
  const children = new Set<number>();
  const text = new MagicString(code);
  const noteChildren = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of node.children) children.add(child.start);
  };
  for (const node of program.body) {
    if (node.type !== "ImportDeclaration" || !/^@lingui\/(core|react)$/.test(node.source.value)) continue;
    for (const { local } of node.specifiers) names.add(local.name);
    text.remove(node.start, node.end);
  }
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
      if (names.has(callee.object.name)) messages.push(readMessage(node, node.arguments[0], false));
    },
    JSXElement(node) {
      noteChildren(node);
      const { name, attributes } = node.openingElement;
      const [spread] = attributes;
      if (name.type === "JSXIdentifier" && names.has(name.name) && spread?.type === "JSXSpreadAttribute")
        messages.push(readMessage(node, spread.argument, true));
    },
    JSXFragment: noteChildren,
  }).visit(program);
  messages.sort((a, b) => a.start - b.start);

  let hasCount = false;
  /** Text of a part of the program with its own messages replaced. */
  function slice({ start, end }: Range): string {
    let done = start;
    let out = "";
    for (const inner of messages) {
      if (inner.start < done || inner.end > end) continue;
      out += code.slice(done, inner.start) + write(inner);
      done = inner.end;
    }
    return out + code.slice(done, end);
  }

  function write(one: Message): string {
    const source = language.translate(one.id, one.message);
    const compiled = compileMessage(source) as Token[];
    const tokens = language.isPseudo === true ? compiled.map((token) => pseudoToken(token)) : compiled;
    if (!one.isJsx) return joinText(tokens, one, "");
    const isChild = children.has(one.start);
    if (!isChild && isPlain(tokens) && one.components.size === 0) return JSON.stringify(tokens.join(""));
    const inner = joinJsx(tokens, one, "");
    return isChild ? inner : `<>${inner}</>`;
  }

  function codeOf(one: Message, name: string): string {
    const range = one.values.get(name);
    if (range === undefined) throw new Error(`"${one.message}" has no value ${name}`);
    return slice(range);
  }

  /** A string; the pieces are joined by a template where there are values. */
  function joinText(tokens: readonly Token[], one: Message, count: string): string {
    if (isPlain(tokens) && !(count !== "" && tokens.includes("#"))) return JSON.stringify(tokens.join(""));
    const [only] = tokens;
    if (tokens.length === 1 && Array.isArray(only) && only[1] !== undefined)
      return choose(only, one, (forms, n) => joinText(forms, one, n));
    const parts = tokens.map((token) => {
      if (token === "#" && count !== "") return `\${${formatted(count)}}`;
      if (typeof token === "string") return token.replace(/[`\\]|\$\{/g, "\\$&");
      if (token[1] === undefined) return `\${${codeOf(one, token[0])}}`;
      return `\${${choose(token, one, (forms, n) => joinText(forms, one, n))}}`;
    });
    return `\`${parts.join("")}\``;
  }

  /** Children of an element. */
  function joinJsx(tokens: readonly Token[], one: Message, count: string): string {
    return tokens
      .map((token) => {
        if (token === "#" && count !== "") return `{${formatted(count)}}`;
        if (typeof token === "string") return joinTags(token, one);
        if (token[1] === undefined) return `{${codeOf(one, token[0])}}`;
        return `{${choose(token, one, (forms, n) =>
          forms.every((form) => typeof form === "string" && !/<\/?\w+\/?>/.test(form))
            ? joinText(forms, one, n)
            : `<>${joinJsx(forms, one, n)}</>`,
        )}}`;
      })
      .join("");
  }

  /** Text with its numbered tags replaced by the elements that they stand for. */
  function joinTags(token: string, one: Message): string {
    return token
      .split(/(<\/?\w+\/?>)/)
      .map((piece) => {
        const [, closes, name = "", isEmpty] = /^<(\/?)(\w+)(\/?)>$/.exec(piece) ?? [];
        const range = one.components.get(name);
        if (range === undefined) return piece === "" ? "" : `{${JSON.stringify(piece)}}`;
        const element = slice(range);
        if (isEmpty === "/") return element;
        const tag = /^<([\w.]*)/.exec(element)?.[1] ?? "";
        if (closes === "/") return `</${tag}>`;
        return element === "<></>" ? "<>" : element.replace(/\s*\/>$/, ">");
      })
      .join("");
  }

  function choose(
    [name, kind, forms = {}]: Exclude<Token, string>,
    one: Message,
    join: (form: readonly Token[], count: string) => string,
  ): string {
    const value = codeOf(one, name);
    const count = kind === "plural" ? value : "";
    const written = Object.entries(forms).flatMap(([key, form]) =>
      typeof form === "object" ? [[key, join(form, count)] as const] : [],
    );
    if (kind !== "plural" && kind !== "select") throw new Error(`"${one.message}": ${kind} is not supported`);
    const other = written.find(([key]) => key === "other")?.[1] ?? '""';
    const exact = written.filter(([key]) => key.startsWith("="));
    const named = written.filter(([key]) => !key.startsWith("="));
    const chosen =
      kind === "plural" && language.locale === "en"
        ? `(${value}) === 1 ? ${named.find(([key]) => key === "one")?.[1] ?? other} : ${other}`
        : `{ ${named.map(([key, form]) => `${JSON.stringify(key)}: ${form}`).join(", ")} }[${
            kind === "plural"
              ? `new Intl.PluralRules(${JSON.stringify(language.locale)}).select(${value})`
              : value
          }] ?? ${other}`;
    return `(${exact.map(([key, form]) => `(${value}) === ${key.slice(1)} ? ${form} : `).join("")}${chosen})`;
  }

  function formatted(count: string): string {
    hasCount = true;
    return `formatCount_(${count})`;
  }

  let done = 0;
  for (const one of messages) {
    if (one.start < done) continue;
    text.update(one.start, one.end, write(one));
    done = one.end;
  }
  if (hasCount) text.prepend('import { formatCount as formatCount_ } from "@/lib/units";\n');
  return { code: text.toString(), map: text.generateMap({ hires: true }) };
}

function isPlain(tokens: readonly Token[]): tokens is readonly string[] {
  return tokens.every((token) => typeof token === "string");
}

function readMessage(node: Range, descriptor: ESTree.Node | undefined, isJsx: boolean): Message {
  const fields = readFields(descriptor);
  const [id, message] = ["id", "message"].map((name) => {
    const field = fields.get(name);
    return field?.type === "Literal" ? String(field.value) : "";
  });
  const { start, end } = node;
  const [values, components] = [readFields(fields.get("values")), readFields(fields.get("components"))];
  return { start, end, id: id ?? "", message: message ?? "", values, components, isJsx };
}

/** Fields of an object as the program writes it, by name. */
function readFields(node: ESTree.Node | undefined): Map<string, ESTree.Node> {
  const fields = new Map<string, ESTree.Node>();
  if (node?.type !== "ObjectExpression") return fields;
  for (const field of node.properties) {
    if (field.type !== "Property") continue;
    const { key } = field;
    fields.set(
      key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "",
      field.value,
    );
  }
  return fields;
}

function pseudoToken(token: Token): Token {
  if (typeof token === "string") return token === "#" ? token : pseudoText(token);
  const [name, kind, forms] = token;
  if (kind === undefined || forms === undefined) return token;
  return [
    name,
    kind,
    Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, form?.map(pseudoToken)])),
  ];
}
