import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BankDocument } from '~/areas/payments/bank-files/bank-document'
import { readBankFile } from '~/areas/payments/bank-files/read-bank-file'

const { CASES } = process.env
if (!CASES) console.info('CASES is not set: the bank files built after public reports are skipped')

const folder = `${CASES}/bank-answers`

/** "debit 7155.73 EUR for INV15668-RUN16144", or "RJCT of the payment INV15694-RUN16403". */
const linesOf = ({ statements, statuses }: BankDocument) => [
  ...statements.flatMap(({ entries }) =>
    entries.map(({ direction, booked, references, returned, text }) => {
      const { endToEndId, instructionId, groupId, messageId } = references
      const id = endToEndId ?? instructionId ?? groupId ?? messageId ?? text
      return `${returned ? `${returned.code} ` : ''}${direction} ${booked.amount} ${booked.currency} for ${id}`
    }),
  ),
  ...statuses.map(
    ({ code, level, endToEndId, groupId, messageId }) =>
      `${code} of the ${level} ${endToEndId ?? groupId ?? messageId}`,
  ),
]

const EXPECTED: Record<string, string[]> = {
  'camt-amount-differs-txamt-v02.xml': [
    'debit 9999.99 EUR for INV15722-RUN16142',
    'debit 200.01 EUR for OTHER',
  ],
  'camt-batch-msgid-only.xml': ['debit 7155.73 EUR for FD-RUN16144-1-1'],
  'camt-batch-pmtinfid.xml': ['debit 640478.65 EUR for FD-RUN16136-1-1-S'],
  'camt-e2e-in-remittance-only.xml': ['debit 7155.73 EUR for INV15668-RUN16144'],
  'camt-entry-leading-zeros-prefix.xml': ['debit 244.44 EUR for INV15734-RUN16141'],
  'camt-entry-with-charges.xml': ['debit 270.44 EUR for INV15734-RUN16141'],
  'camt-jpy-without-decimals.xml': ['debit 53286445 JPY for INV15741-RUN16405'],
  'camt-return-later-of-paid.xml': ['AC04 credit 10025.31 EUR for INV15722-RUN16142'],
  'camt-return-less-charges.xml': ['AC04 credit 316770.67 GBP for INV15632-RUN16409'],
  'camt-usd-booked-in-eur-with-instdamt.xml': ['debit 453000 EUR for INV15704-RUN16407'],
  'camt.zip': ['debit 244.44 EUR for INV15734-RUN16141'],
  'camt052-intraday.xml': ['debit 7155.73 EUR for INV15668-RUN16144'],
  'camt053-account-number-not-iban.xml': [],
  'camt053-closing-balance-prtry.xml': [],
  'camt053-debit-and-return-in-one-statement.xml': [
    'debit 7155.73 EUR for INV15668-RUN16144',
    'AC04 credit 7155.73 EUR for INV15668-RUN16144',
  ],
  'camt053-empty-statement.xml': [],
  'mt940.sta': ['debit 7155.73 EUR for INV15668-RUN16144'],
  'pain002-VoP-RVNM.xml': [
    'RVCM of the file FD-RUN16144-1-1',
    'RVCM of the group FD-RUN16144-1-1-S',
    'RVNM of the payment INV15668-RUN16144',
  ],
  'pain002-accepted-with-change-ACWC.xml': ['ACWC of the payment INV15668-RUN16144'],
  'pain002-rcvd-file.xml': ['RCVD of the file FD-RUN16144-1-1'],
  'pain002-rejects-one-of-two.xml': [
    'PART of the file FD-RUN16403-1-1',
    'PART of the group FD-RUN16403-1-1-S',
    'RJCT of the payment INV15694-RUN16403',
  ],
  'pain002-rejects-what-was-paid.xml': ['RJCT of the file FD-RUN16403-1-1'],
  'run-16-silent.xml': [
    'debit 484863.68 USD for INV15682-RUN16303',
    'debit 99999 USD for INV15704-RUN16303',
    'debit 525735.93 USD for FD-RUN16303-1-10-X',
  ],
}

describe.skipIf(!CASES)('bank files built after public reports', () => {
  const files = CASES ? readdirSync(folder) : []

  test.each(files)('%s is read', async (name) => {
    const documents = await readBankFile({ name, bytes: readFileSync(`${folder}/${name}`) })
    expect(documents).toHaveLength(1)
    const expected = EXPECTED[name]
    if (expected) expect(documents.flatMap(linesOf)).toEqual(expected)
    for (const { statements } of documents)
      for (const { entries, entryCount } of statements)
        expect(entries.length).toBeGreaterThanOrEqual(entryCount)
  })
})
