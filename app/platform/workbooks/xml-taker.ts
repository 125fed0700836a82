export type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part by their local names: prefixes and namespaces do not matter. */
export interface XmlTaker {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}
