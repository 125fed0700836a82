import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { wholePdf } from '~/platform/exports/pdf/sheets'

/** A handwritten PDF: the bodies of its objects, numbered from 1, the first being the catalog. */
function rawPdf(bodies: (string | Buffer)[], trailer = ''): Buffer {
  let pdf = Buffer.from('%PDF-1.7\n')
  const places: number[] = []
  for (const [at, body] of bodies.entries()) {
    places.push(pdf.length)
    pdf = Buffer.concat([pdf, Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const end = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(end)])
}

/** A page and further catalog entries; further objects have numbers from 4. */
export function onePage(catalog = '', page = '', more: (string | Buffer)[] = []): Buffer {
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] ${page} >>`,
    ...more,
  ])
}

/** A stream; `packed` times through Flate. */
export function stream(content: Buffer | string, dictionary = '', packed = 0): Buffer {
  let data: Buffer = Buffer.from(content)
  for (let at = 0; at < packed; at++) data = deflateSync(data, { level: 9 })
  const filter = packed > 0 ? `/Filter [${'/FlateDecode '.repeat(packed)}]` : ''
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} ${filter} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

interface WrittenPdf {
  files?: Record<string, string | Buffer>
  pages?: number
  options?: PDFKit.PDFDocumentOptions
}

/** A PDF as a program writes it, with attachments. */
export async function writtenPdf({ files = {}, pages = 1, options }: WrittenPdf): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: '1.7', ...options })
  document.text('Invoice')
  for (let page = 1; page < pages; page++) document.addPage().text(`Page ${page + 1}`)
  for (const [name, content] of Object.entries(files)) document.file(Buffer.from(content), { name })
  return Buffer.from(await wholePdf(document))
}
