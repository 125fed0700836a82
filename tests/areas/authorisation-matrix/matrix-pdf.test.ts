import { authorisationRule } from 'db/schema/signatures'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { extractText, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import { authorisationMatrixPdf } from '~/areas/authorisation-matrix/matrix-pdf.server'
import { addMatrix, CLIENT } from '../../support/areas/authorisation-matrix/add-matrix'

const site = await opened(testDatabase())
const matrix = await addMatrix(site)

const pdf = (day: string, legalEntityId = matrix.client) =>
  authorisationMatrixPdf(site.read, legalEntityId, day)
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(bytes.slice())
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}

test('a small matrix is one page: entity, day, bands by currency, signatories by class', async () => {
  const bytes = await pdf('2026-10-30')
  const [page = '', ...more] = await pagesOf(bytes)
  expect(more).toEqual([])
  expect(page).toContain(`AUTHORISATION MATRIX ${CLIENT} Valid on 30/10/2026`)
  expect(page).toContain(
    'Gross amounts in EUR From To Signatures Valid from Valid to 0.00 5,000.00 A – one of class A',
  )
  expect(page).toContain('5,000.01 50,000.00 A+B – one of A, one of B 01/01/2026 open')
  expect(page).toContain('50,000.01 no limit A+A – two of class A')
  expect(page).toContain('Gross amounts in USD')
  expect(page).toContain('Signatories of class A Name Valid from Valid to Anna Bäck 01/01/2026 open')
  expect(page).toContain('Alan Cœur 01/07/2026 open Bea Daßler 01/01/2026 open')
  expect(page).toContain('1 of 1')
  expect(page).not.toMatch(/Rita|2025/)
  const { info } = await getMeta(bytes.slice())
  expect(info).toMatchObject({ Title: `Authorisation matrix of ${CLIENT}, 30/10/2026` })
})

test('shows the matrix of its day, and the same bytes when repeated', async () => {
  const bytes = await pdf('2025-06-30')
  const [page = ''] = await pagesOf(bytes)
  expect(page).toContain('0.00 no limit A+A – two of class A 01/01/2025 31/12/2025')
  expect(page).toContain('Signatories of class A Name Valid from Valid to Alan Cœur 01/01/2025 30/06/2026')
  expect(page).not.toMatch(/USD|Bea/)
  expect(Buffer.compare(await pdf('2025-06-30'), bytes)).toBe(0)
})

test('a client without rules gets a page that says so; an unknown client and an invalid day are refused', async () => {
  const [page = ''] = await pagesOf(await pdf('2026-10-30', matrix.bare))
  expect(page).toContain('No rule is valid on this day: no signature is required.')
  expect(page).not.toContain('Signatories')
  await expect(pdf('2026-10-30', 999_999)).rejects.toMatchObject({ code: 'not-found' })
  for (const day of ['2026-02-30', 'today', ''])
    await expect(pdf(day)).rejects.toMatchObject({ code: 'invalid' })
})

test('a long matrix spans several pages, each with the table head and "n of total"', async () => {
  const bands = Array.from({ length: 120 }, (_, at) => ({
    legalEntityId: matrix.bare,
    currency: 'EUR',
    amountFrom: `${at}00.01`,
    amountTo: `${at + 1}00.00`,
    rule: 'A',
    validFrom: '2026-01-01',
  }))
  await site.transaction((tx) => tx.insert(authorisationRule).values(bands))
  const pages = await pagesOf(await pdf('2026-10-30', matrix.bare))
  expect(pages.length).toBeGreaterThan(2)
  for (const [at, page] of pages.entries()) expect(page).toContain(`${at + 1} of ${pages.length}`)
  for (const page of pages.slice(0, -1)) expect(page).toContain('From To Signatures')
  const found = pages.join(' ').match(/[\d,]+\.01(?= [\d,]+\.00 A –)/g)
  expect(found).toHaveLength(120)
})
