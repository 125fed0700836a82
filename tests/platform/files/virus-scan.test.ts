import { expect, test } from 'vitest'
import { refuseInfected, ScannerLimit, scanLabel, type VirusScan } from '~/platform/files/virus-scan'

async function* piecesOf(text: string) {
  yield Buffer.from(text)
}
const file = (fileName: string, text: string) => ({ fileName, pieces: () => piecesOf(text) })

/** Finds the word EICAR. */
const scan: VirusScan = async (pieces) => {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return { by: 'Test 1.0', threat: text.includes('EICAR') ? 'Eicar-Test' : null }
}

test('the virus scanner sees every file; one finding refuses all', async () => {
  expect(await refuseInfected([file('a.txt', 'harmless'), file('b.txt', 'too')], scan)).toEqual([
    'Test 1.0',
    'Test 1.0',
  ])
  await expect(
    refuseInfected([file('a.txt', 'harmless'), file('b.txt', 'EICAR')], scan),
  ).rejects.toMatchObject({
    code: 'refused',
    message: 'The file "b.txt" was refused: the virus scanner found Eicar-Test in it.',
  })
})

test.each([
  [
    new Error('connection refused'),
    'unavailable',
    'The file "a.txt" could not be checked for viruses, so nothing was saved: the virus scanner does not answer. Try again in a minute, and tell your administrator if this continues.',
  ],
  [
    new ScannerLimit('size limit exceeded'),
    'refused',
    'The virus scanner could not scan all of the file "a.txt", so nothing was saved. Choose a smaller file, or ask your administrator to raise the scanner\'s limit.',
  ],
])('without a verdict the file is refused, with the reason in the log: %s', async (cause, code, message) => {
  const silent = () => Promise.reject(cause)
  const refused = refuseInfected([file('a.txt', 'x')], silent)
  await expect(refused).rejects.toMatchObject({ code, message, cause, options: { title: 'Upload Error' } })
})

test('a file that cannot be read is not the scanner’s fault', async () => {
  const lost = new Error('the disk is gone')
  async function* broken() {
    yield Buffer.from('harmless')
    throw lost
  }
  await expect(refuseInfected([{ fileName: 'a.txt', pieces: broken }], scan)).rejects.toBe(lost)
})

test.each([
  ['ClamAV 1.4.6/27650/Sun Nov 22 08:10:00 2026', 'OTHER', 'Clean (ClamAV 1.4.6)'],
  ['ClamAV 1.4.6', 'INVOICE', 'Clean (ClamAV 1.4.6)'],
  [null, 'OTHER', 'Not scanned'],
  [null, 'LOADER', 'Created by Fundesk'],
  [null, 'Matching', 'Created by Fundesk'],
])('scanned by %s, of type %s: %s', (scannedBy, file_type, words) => {
  expect(scanLabel({ scannedBy, file_type })).toBe(words)
})
