import { createHash } from 'node:crypto'
import { bytesOf, entryXml, oneStatement, painXml, read } from 'tests/support/areas/payments/bank-messages'
import { openThreads } from 'tests/support/threads'
import { expect, test } from 'vitest'
import { readInThread } from '~/areas/payments/bank-files/read-in-thread'
import { DomainError } from '~/platform/values/domain-error'

const { bankFiles } = openThreads()

test('a thread reads the same, whatever the length of its lists', async () => {
  const payment = '<TxInfAndSts><OrgnlEndToEndId>A</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>'
  for (const file of [
    oneStatement(entryXml().repeat(1_201)),
    painXml(`<OrgnlPmtInfAndSts>${payment.repeat(501)}</OrgnlPmtInfAndSts>`),
    oneStatement(''),
  ])
    expect(await readInThread(bankFiles, { name: 'answer.xml', bytes: bytesOf(file) })).toEqual({
      documents: await read(file),
      sha256: createHash('sha256').update(file).digest('hex'),
    })
})

test('a refusal comes from the thread as it is', async () => {
  const refusal: unknown = await readInThread(bankFiles, { name: 'a.xml', bytes: bytesOf('<a>') }).catch(
    (error) => error,
  )
  expect(refusal).toBeInstanceOf(DomainError)
  expect((refusal as DomainError).message).toBe(
    '“a.xml” is not well-formed XML: it may be cut off or damaged. Download it from the bank again.',
  )
})
