/** An object of a PDF: its text up to its stream, and where the stream's bytes lie. */
export interface PdfObject {
  /** With names unescaped: "/J#53" is "/JS". */
  text: string
  stream: { from: number; to: number } | null
}
