import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { Paper, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'

/** The pages of a paper with so many lines of text above its table. */
async function pagesWith(lines: number): Promise<string[]> {
  const doc = openPdf({ title: 'Paper', createdAt: new Date('2026-11-03T09:00:00Z') })
  const paper = new Paper(doc, 'Footer', REPORT_STYLE)
  for (let at = 0; at < lines; at++) paper.sentence(`Line ${at}`)
  paper.table([{ label: 'Head', part: 1 }], [{ cells: ['First row'] }, { cells: ['Second row'] }])
  paper.end()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await wholePdf(doc))))
  return text
}

test('the head of a table stays with its first row, wherever a page ends', async () => {
  let turned = 0
  for (let lines = 52; lines < 64; lines++) {
    const pages = await pagesWith(lines)
    expect([lines, pages.findIndex((page) => page.includes('Head'))]).toEqual([
      lines,
      pages.findIndex((page) => page.includes('First row')),
    ])
    if (pages.length > 1 && !pages[0]?.includes('Head')) turned += 1
  }
  // Some of them begin a page.
  expect(turned).toBeGreaterThan(0)
})
