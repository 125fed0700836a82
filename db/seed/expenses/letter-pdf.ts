import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { paperPdf } from './paper-pdf'

interface Letter {
  from: string
  day: Day
  subject: string
  text: string
  signed: string[]
}

/** A letter, such as a client's authorisation of an invoice. */
export function letterPdf({ from, day, subject, text, signed }: Letter): Promise<Uint8Array> {
  return paperPdf({ title: subject, author: from, day }, (doc) => {
    doc.font('bold').fontSize(12).text(from, 60, 70)
    doc.font('plain').fontSize(10).text(showDay(day), 60, 120)
    doc.font('bold').text(subject, 60, 160)
    doc.font('plain').text(text, 60, 185, { width: 460 })
    doc.text(signed.join('\n'), 60, 260)
  })
}
