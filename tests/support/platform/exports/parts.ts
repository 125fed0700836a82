import { openPackage } from '~/platform/workbooks/package'

/** The text of a part of a workbook: "xl/styles.xml". */
export async function partOf(workbook: Uint8Array, part: string): Promise<string> {
  const chunks: Buffer[] = []
  const from = await openPackage(workbook, 'export.xlsx')
  await from.read(part, (bytes) => chunks.push(Buffer.from(bytes)))
  return Buffer.concat(chunks).toString('utf8')
}
