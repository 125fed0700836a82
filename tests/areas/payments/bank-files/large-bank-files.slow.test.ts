import { oneStatement, readStatement, refusalOf } from 'tests/support/areas/payments/bank-messages'
import { zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { BANK_FILE_LIMITS } from '~/areas/payments/bank-files/bank-file-limits'

const SHORTER = 'Ask the bank for statements of shorter periods.'
const ENTRY = '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry>'

test('as many entries as a file may have are read; one more is refused', async () => {
  // The message and its statement count, too.
  const most = BANK_FILE_LIMITS.entries - 2
  expect((await readStatement(oneStatement(ENTRY.repeat(most)))).entries).toHaveLength(most)
  expect(await refusalOf(oneStatement(ENTRY.repeat(most + 1)))).toBe(
    `“answer.xml” has more than 100,000 entries. ${SHORTER}`,
  )
})

test('statements and messages count as entries do', async () => {
  const statement = '<Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct></Stmt>'
  const why = `“answer.xml” has more than 100,000 entries. ${SHORTER}`
  const body = (content: string) => `<BkToCstmrStmt>${content}</BkToCstmrStmt>`
  expect(await refusalOf(body(statement.repeat(BANK_FILE_LIMITS.entries)))).toBe(why)
  expect(await refusalOf(`<a>${body('').repeat(BANK_FILE_LIMITS.entries + 1)}</a>`)).toBe(why)
})

test('elements are limited, also where few of them are held at a time', async () => {
  const entry = ENTRY.replace('</Ntry>', `${'<a/>'.repeat(BANK_FILE_LIMITS.heldElements / 2)}</Ntry>`)
  const entries = (2 * BANK_FILE_LIMITS.elements) / BANK_FILE_LIMITS.heldElements + 1
  expect(await refusalOf(oneStatement(entry.repeat(entries)))).toBe(
    '“answer.xml” has more elements, or deeper ones, than a statement needs. Ask the bank for a corrected file.',
  )
})

test('attributes and size are limited', async () => {
  const attributes = Array.from({ length: BANK_FILE_LIMITS.attributes + 1 }, (_, at) => `b${at}=""`).join(' ')
  expect(await refusalOf(`<a ${attributes}/>`)).toBe(
    '“answer.xml” has more attributes than a statement needs. Ask the bank for a corrected file.',
  )
  expect(await refusalOf(new Uint8Array(BANK_FILE_LIMITS.bytes + 1))).toBe(
    `“answer.xml” is larger than 60 MB. ${SHORTER}`,
  )
})

test('a zip file that unpacks to more than may be read is refused while it is unpacked', async () => {
  const large = Buffer.alloc(BANK_FILE_LIMITS.bytes / 2 + 1, ' ')
  // Not so tightly packed that it is refused for that.
  for (let at = 0; at < large.length; at += 20) large.writeUInt8(Math.imul(at, 2_654_435_761) >>> 24, at)
  large.write('%PDF-1.7\n1 0 obj')
  expect(await refusalOf(zipOf({ 'a.pdf': large, 'b.pdf': large }), 'a.zip')).toBe(
    `“a.zip › b.pdf” unpacks the zip file to more than 60 MB. ${SHORTER}`,
  )
})
