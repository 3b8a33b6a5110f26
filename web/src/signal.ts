/** Something that happens, and who wants to know. */
export class Signal<T> {
  private readonly listeners: ((value: T) => void)[] = [];
  on(listener: (value: T) => void): void {
    this.listeners.push(listener);
  }
  tell(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
}
