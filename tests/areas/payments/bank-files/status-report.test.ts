import { painXml, readOne, refusalOf } from 'tests/support/areas/payments/bank-messages'
import { expect, test } from 'vitest'

const original = (facts = '') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>FD-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${facts}</OrgnlGrpInfAndSts>`
const group = (content: string) =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>FD-1-S</OrgnlPmtInfId>${content}</OrgnlPmtInfAndSts>`
const payment = (id: string, facts: string) =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${facts}</TxInfAndSts>`
const reason = (code: string, text = '') =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${text === '' ? '' : `<AddtlInf>${text}</AddtlInf>`}</StsRsnInf>`

const NONE = {
  messageId: 'FD-1',
  groupId: null,
  endToEndId: null,
  reasons: [],
  amount: null,
  account: '',
  bankReference: null,
}

const statuses = async (groups: string, version?: string) =>
  (await readOne(painXml(groups, version))).statuses

test.each(['03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14'])(
  'the statuses of file, group and payments are read from version %s',
  async (version) => {
    const account = '<DbtrAcct><Id><IBAN>LU280019400644750000</IBAN></Id></DbtrAcct>'
    const amount = `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">10.50</InstdAmt></Amt>${account}</OrgnlTxRef>`
    const bank = '<AcctSvcrRef>B1</AcctSvcrRef>'
    const rejected = payment(
      'A',
      `<TxSts>RJCT</TxSts>${reason('AC04', 'closed')}${reason('NARR')}${bank}${amount}`,
    )
    const groups = group(`<PmtInfSts>PART</PmtInfSts>${rejected}${payment('B', '<TxSts>ACSP</TxSts>')}`)
    expect(await readOne(painXml(original('<GrpSts>PART</GrpSts>') + groups, version))).toMatchObject({
      kind: 'pain.002',
      messageId: 'P1',
      createdOn: '2026-11-28',
      statements: [],
      statuses: [
        { ...NONE, position: 1, level: 'file', code: 'PART' },
        { ...NONE, position: 2, level: 'group', code: 'PART', groupId: 'FD-1-S' },
        {
          ...NONE,
          position: 3,
          level: 'payment',
          code: 'RJCT',
          groupId: 'FD-1-S',
          endToEndId: 'A',
          reasons: [
            { code: 'AC04', text: 'closed' },
            { code: 'NARR', text: '' },
          ],
          amount: { amount: '10.5', currency: 'EUR' },
          account: 'LU280019400644750000',
          bankReference: 'B1',
        },
        { ...NONE, position: 4, level: 'payment', code: 'ACSP', groupId: 'FD-1-S', endToEndId: 'B' },
      ],
    })
  },
)

test('a file with nothing but its own status has one', async () => {
  expect(await statuses(original(`<GrpSts>RJCT</GrpSts>${reason('FF01')}`))).toEqual([
    { ...NONE, position: 1, level: 'file', code: 'RJCT', reasons: [{ code: 'FF01', text: '' }] },
  ])
})

test('a payment without a status of its own has that of its group, else of its file, and its own reasons', async () => {
  const named = payment('A', reason('AC01'))
  const [, , inGroup] = await statuses(
    original('<GrpSts>PART</GrpSts>') + group(`<PmtInfSts>RJCT</PmtInfSts>${named}`),
  )
  expect(inGroup).toMatchObject({ code: 'RJCT', reasons: [{ code: 'AC01', text: '' }] })
  const [, inFile] = await statuses(original('<GrpSts>RJCT</GrpSts>') + group(named))
  expect(inFile).toMatchObject({ level: 'payment', code: 'RJCT' })
})

test.each(['RCVD', 'PDNG', 'ACTC', 'ACWC', 'RVNM', 'RVMC', 'RVNA', 'CANC'])(
  'the status %s is stored unchanged',
  async (code) => {
    expect(await statuses(original() + group(payment('A', `<TxSts>${code}</TxSts>`)))).toMatchObject([
      { code },
    ])
  },
)

test('a payment is also found by its instruction id, and its reason by the bank’s keyword', async () => {
  const facts =
    '<OrgnlInstrId>I</OrgnlInstrId><OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>B17</Prtry></Rsn><AddtlInf>one</AddtlInf><AddtlInf>two</AddtlInf></StsRsnInf>'
  expect(await statuses(original() + group(`<TxInfAndSts>${facts}</TxInfAndSts>`))).toMatchObject([
    { endToEndId: 'I', reasons: [{ code: 'B17', text: 'one two' }] },
  ])
})

test.each([
  ['an equivalent amount', '<Amt><EqvtAmt><Amt Ccy="USD">7.00</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt></Amt>'],
  ['a settled amount', '<IntrBkSttlmAmt Ccy="USD">7.00</IntrBkSttlmAmt>'],
])('the amount of a payment may be %s', async (_, amount) => {
  const facts = `<TxSts>ACSP</TxSts><OrgnlTxRef>${amount}</OrgnlTxRef>`
  expect((await statuses(original() + group(payment('A', facts))))[0]?.amount).toEqual({
    amount: '7',
    currency: 'USD',
  })
})

test('an amount with too many decimals is refused with the number of its payment', async () => {
  const facts = '<TxSts>ACSP</TxSts><OrgnlTxRef><Amt><InstdAmt Ccy="JPY">7.5</InstdAmt></Amt></OrgnlTxRef>'
  const file = painXml(original() + group(payment('A', '<TxSts>ACSP</TxSts>') + payment('B', facts)))
  expect(await refusalOf(file)).toBe(
    '“answer.xml” has the amount 7.5 JPY in payment 2, but JPY has no decimals. Ask the bank for a corrected file.',
  )
})
