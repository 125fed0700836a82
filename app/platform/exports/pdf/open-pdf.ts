import PDFDocument from 'pdfkit'

export interface AboutPdf {
  /** Shown by readers in place of the file's name. */
  title?: string
  author?: string
  /** A clock here makes every copy another file. */
  made: Date
  landscape?: boolean
}

/** A PDF of A4 without pages as yet; nothing is drawn by itself. */
export function openPdf({ title, author, made, landscape = false }: AboutPdf): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: title !== undefined,
    info: {
      ...(title !== undefined && { Title: title }),
      ...(author !== undefined && { Author: author }),
      Creator: 'Fundesk',
      Producer: 'Fundesk',
      CreationDate: made,
    },
  })
}
