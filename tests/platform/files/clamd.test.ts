import {
  type DoubleClamd,
  EICAR,
  installedClamd,
  MAX_BYTES,
  type RunningClamd,
  startClamd,
  startDouble,
} from 'tests/support/scanner/clamd'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClamdAddress, clamdAddress, clamdScan } from '~/platform/files/clamd'
import { ScannerLimit } from '~/platform/files/virus-scan'

const PIECE = 100_000
async function* piecesOf(bytes: Buffer) {
  yield Buffer.alloc(0)
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
const scanned = (address: ClamdAddress, content: Buffer | string, silenceMs?: number) =>
  clamdScan(address, silenceMs)(piecesOf(Buffer.from(content)))

async function findsAndPasses(address: ClamdAddress, name: RegExp) {
  const clean = await scanned(address, Buffer.alloc(MAX_BYTES - 1_000, 'harmless '))
  expect(clean).toEqual({ by: expect.stringMatching(/^(ClamAV|Double) \d+\.\d+/), threat: null })
  expect((await scanned(address, EICAR)).threat).toMatch(name)
  const buried = Buffer.concat([
    Buffer.alloc(PIECE - 20, 'x\n'),
    Buffer.from(EICAR),
    Buffer.alloc(50_000, 'y\n'),
  ])
  expect((await scanned(address, buried)).threat).toMatch(name)
  await expect(scanned(address, Buffer.alloc(MAX_BYTES * 3))).rejects.toThrow(ScannerLimit)
  const many = await Promise.all([1, 2, 3, 4, 5].map((n) => scanned(address, n % 2 ? EICAR : 'harmless')))
  expect(many.map(({ threat }) => threat !== null)).toEqual([true, false, true, false, true])
}

describe.runIf(installedClamd)('a real clamd', () => {
  let clamd: RunningClamd
  beforeAll(async () => {
    clamd = await startClamd(installedClamd ?? '')
  })
  afterAll(() => clamd.stop())

  test.each([
    ['its socket', 0],
    ['its port', 1],
  ])('over %s it finds EICAR, passes other files, and refuses more than its limit', async (_, at) => {
    const address = clamd.addresses[at]
    if (!address) throw new Error('no address')
    await findsAndPasses(address, /^Eicar-Test-Signature/)
  })
})

describe('a clamd double', () => {
  let double: DoubleClamd
  beforeAll(async () => {
    double = await startDouble()
  })
  afterAll(() => double.stop())

  test('finds EICAR, passes other files, and refuses more than its limit', async () => {
    double.behave('scans')
    await findsAndPasses(double.address, /^Eicar-Test-Signature$/)
    double.behave('in pieces')
    expect(await scanned(double.address, EICAR)).toEqual({
      by: 'Double 1.0/1/Sun Nov 22 08:00:00 2026',
      threat: 'Eicar-Test-Signature',
    })
  })

  test.each([
    ['silent', 'clamd said nothing for too long'],
    ['hangs up', 'clamd hung up without an answer'],
    ['babbles', 'clamd answered "HTTP/1.1 400'],
    ['fails', 'clamd answered "stream: Can\'t allocate memory ERROR"'],
  ] as const)('one that %s gives no verdict', async (manner, message) => {
    double.behave(manner)
    const scan = scanned(double.address, Buffer.alloc(300_000), 300)
    await expect(scan).rejects.toThrow(manner === 'hangs up' ? /^clamd hung up/ : message)
  })

  test('a file that cannot be read to the end is not clean', async () => {
    double.behave('scans')
    async function* broken() {
      yield Buffer.from('harmless')
      throw new Error('the disk is gone')
    }
    await expect(clamdScan(double.address)(broken())).rejects.toThrow('the disk is gone')
  })
})

test('no listener gives no verdict', async () => {
  const gone = await startDouble()
  await gone.stop()
  await expect(scanned(gone.address, 'x')).rejects.toThrow('ECONNREFUSED')
  await expect(scanned({ path: '/nowhere/clamd.sock' }, 'x')).rejects.toThrow('ENOENT')
})

test.each([
  ['tcp://scanner.example', { host: 'scanner.example', port: 3310 }],
  ['tcp://127.0.0.1:33100', { host: '127.0.0.1', port: 33_100 }],
  ['tcp://[::1]:3310/', { host: '::1', port: 3310 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['http://scanner.example', null],
  ['tcp://', null],
  ['tcp://scanner.example/path', null],
  ['tcp://user@scanner.example', null],
  ['unix:relative', null],
  ['scanner.example:3310', null],
])('the address %s is %j', (text, address) => {
  expect(clamdAddress(text)).toEqual(address)
})
