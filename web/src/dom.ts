// Elements in one expression. The page's policy forbids styles written into elements, so there are only classes here.

export type Child = Node | string | null | undefined | false;
type Handlers = { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
export interface Props {
  on?: Handlers;
  [attribute: string]: string | number | boolean | undefined | Handlers;
}

/** An element with attributes, handlers and children. `true` writes an empty attribute, `false` none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value as Handlers)) {
        element.addEventListener(event, handler as EventListener);
      }
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, ...children);
  return element;
}

/** An element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function append(to: Element, ...children: Child[]): void {
  for (const child of children) if (child !== null && child !== undefined && child !== false) to.append(child);
}

export function replace(inside: Element, ...children: Child[]): void {
  inside.replaceChildren();
  append(inside, ...children);
}

/** A button that does one thing. */
export function button(label: Child, act: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", ...props, on: { click: act, ...props.on } }, label);
}

/** Words with `backticks`, as messages have them: what stands between becomes code. */
export function words(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  text.split(/`([^`]*)`/).forEach((part, index) => {
    if (part) fragment.append(index % 2 ? h("code", {}, part) : part);
  });
  return fragment;
}

/** The same words for who hears them. */
export const plain = (text: string): string => text.replaceAll("`", "");

/** A number as people read it. */
export function number(value: number): string {
  return value.toLocaleString("en");
}

/** One or many: `1 move`, `2 moves`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** Says something to who cannot see the page. */
export function say(text: string): void {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}

/** Gives somebody a file. */
export function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Does something once nothing has been asked for a while. */
export function debounce<A extends unknown[]>(milliseconds: number, act: (...args: A) => void): (...args: A) => void {
  let timer: number | undefined;
  return (...args) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => act(...args), milliseconds);
  };
}
