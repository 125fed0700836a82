import type { Workbook } from 'exceljs'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** 1 January 1980, 00:00: the first instant that a zip entry can be of. */
const NO_DATE = 0x00210000

/**
 * The bytes of a workbook (.xlsx), the same whenever they are made: `made` is the only date in them.
 */
export async function workbookBytes(workbook: Workbook, made: Date): Promise<Uint8Array> {
  workbook.creator = 'Fundesk'
  workbook.lastModifiedBy = 'Fundesk'
  workbook.created = made
  workbook.modified = made
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
  clearEntryDates(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return bytes
}

/** The zip writer stamps every entry with the clock, in its local header and in the directory. */
function clearEntryDates(zip: DataView): void {
  let end = zip.byteLength - 22
  while (end > 0 && zip.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1
  let entry = zip.getUint32(end + 16, true)
  while (entry < end && zip.getUint32(entry, true) === DIRECTORY_ENTRY) {
    zip.setUint32(entry + 12, NO_DATE, true)
    zip.setUint32(zip.getUint32(entry + 42, true) + 10, NO_DATE, true)
    const variable =
      zip.getUint16(entry + 28, true) + zip.getUint16(entry + 30, true) + zip.getUint16(entry + 32, true)
    entry += 46 + variable
  }
}
