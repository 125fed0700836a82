import { crc32, deflateRawSync } from 'node:zlib'

/** A zip file of these entries, for workbooks that no ordinary program writes. */
export function zipOf(
  entries: Record<string, string | Uint8Array>,
  options: { badChecksum?: boolean } = {},
): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes)
    const label = Buffer.from(name)
    const checksum = options.badChecksum ? 1 : crc32(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    describe(head, 8, checksum, packed.length, bytes.length, label.length)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 6)
    describe(central, 10, checksum, packed.length, bytes.length, label.length)
    central.writeUInt32LE(offset, 42)
    parts.push(head, label, packed)
    directory.push(central, label)
    offset += head.length + label.length + packed.length
  }
  const size = directory.reduce((total, each) => total + each.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

function describe(
  to: Buffer,
  at: number,
  checksum: number,
  packed: number,
  size: number,
  label: number,
): void {
  to.writeUInt16LE(8, at)
  to.writeUInt32LE(checksum, at + 6)
  to.writeUInt32LE(packed, at + 10)
  to.writeUInt32LE(size, at + 14)
  to.writeUInt16LE(label, at + 18)
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook with one sheet of this content; replace, add or delete (undefined) parts at will. */
export function rawParts(
  sheetData: string,
  parts: Record<string, string | undefined> = {},
): Record<string, string> {
  const all: Record<string, string | undefined> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="y" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheetData}</sheetData></worksheet>`,
    ...parts,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
}
