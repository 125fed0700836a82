/** Messages in the order they came, each for who asks next. */
export class Inbox<Message> {
  readonly #come: Message[] = []
  #asked: ((message: Message) => void) | null = null

  put(message: Message): void {
    if (!this.#asked) this.#come.push(message)
    else {
      this.#asked(message)
      this.#asked = null
    }
  }

  /** The next message; asked for one at a time. */
  next(): Promise<Message> {
    const message = this.#come.shift()
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve) => {
      this.#asked = resolve
    })
  }
}
