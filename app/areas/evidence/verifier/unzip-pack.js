/**
 * The files of a pack's ZIP, by name; every byte of it must belong to one, or say where it is.
 * @throws Error that says what is damaged
 */
export function unzipPack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  const text = (part) => new TextDecoder('utf-8', { fatal: true }).decode(part)
  const found = new Map()
  const bad = (why) => {
    throw new Error(`the ZIP is damaged: ${why}`)
  }
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) bad('it has no end')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    bad('its end says two things')
  if (view.getUint16(end + 20, true) !== 0 || at + view.getUint32(end + 12, true) !== end)
    bad('its end is elsewhere')
  const directory = at
  let next = 0
  for (let each = 0; each < count; each++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50 || view.getUint16(at + 4, true) !== 20)
      bad('its directory')
    const nameLength = view.getUint16(at + 28, true)
    const size = view.getUint32(at + 24, true)
    const local = view.getUint32(at + 42, true)
    for (let zero = at + 30; zero < at + 42; zero++) if (bytes[zero] !== 0) bad('its directory')
    if (local !== next || view.getUint32(local, true) !== 0x04034b50) bad(`file ${each + 1} is elsewhere`)
    for (let fact = 0; fact < 26; fact++)
      if (bytes[local + 4 + fact] !== bytes[at + 6 + fact])
        bad(`the directory says other things of file ${each + 1}`)
    if (view.getUint16(at + 10, true) !== 0 || view.getUint32(at + 20, true) !== size)
      bad('a file is compressed')
    const name = text(bytes.subarray(at + 46, at + 46 + nameLength))
    if (name !== text(bytes.subarray(local + 30, local + 30 + nameLength)) || found.has(name))
      bad(`the name ${name}`)
    const from = local + 30 + nameLength
    next = from + size
    if (next > directory) bad(`${name} ends elsewhere`)
    found.set(name, bytes.subarray(from, next))
    at += 46 + nameLength
  }
  if (next !== directory || at !== end) bad('it holds bytes of no file')
  return found
}
