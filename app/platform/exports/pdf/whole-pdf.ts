/** Ends a PDF that nobody has read from yet: all of its bytes. */
export function wholePdf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    const parts: Uint8Array[] = []
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    doc.on('error', reject)
  })
  doc.end()
  return whole
}
