/**
 * Checks a time stamp (RFC 3161) of a text without any package: its imprint is the text's SHA-256, and it is signed by
 * the certificate in it. Whose certificate it is, the reader compares.
 * @param token the TimeStampToken, DER in base64
 * @returns {at, by, certificate}: its instant, the name in the certificate, and the certificate's SHA-256
 * @throws Error in a sentence
 */
export async function checkStamp(token, text) {
  const bytes = Uint8Array.from(atob(token), (each) => each.charCodeAt(0))
  const hex = (part) => Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digest = async (name, part) => new Uint8Array(await crypto.subtle.digest(name, part))
  const same = (one, other) => hex(one) === hex(other)

  /** The elements of DER between two places. */
  function elements(from, to) {
    const found = []
    for (let at = from; at < to; ) {
      const tag = bytes[at]
      let length = bytes[at + 1]
      let start = at + 2
      if (length > 127) {
        const count = length - 128
        if (count < 1 || count > 3) throw new Error('its lengths')
        length = 0
        for (const byte of bytes.subarray(start, start + count)) length = length * 256 + byte
        start += count
      }
      const end = start + length
      if (end > to) throw new Error('its lengths')
      const [whole, value] = [bytes.subarray(at, end), bytes.subarray(start, end)]
      found.push({ tag, whole, value, inside: () => elements(start, end) })
      at = end
    }
    return found
  }
  const oid = ({ value }) => {
    const parts = [Math.floor(value[0] / 40), value[0] % 40]
    let part = 0
    for (const byte of value.subarray(1)) {
      part = part * 128 + (byte & 127)
      if (byte < 128) {
        parts.push(part)
        part = 0
      }
    }
    return parts.join('.')
  }
  const algorithm = (element) => oid(element.inside()[0])
  const HASHES = {
    '2.16.840.1.101.3.4.2.1': 'SHA-256',
    '2.16.840.1.101.3.4.2.2': 'SHA-384',
    '2.16.840.1.101.3.4.2.3': 'SHA-512',
  }
  const SIGNED_WITH = {
    '1.2.840.113549.1.1.11': 'SHA-256',
    '1.2.840.113549.1.1.12': 'SHA-384',
    '1.2.840.113549.1.1.13': 'SHA-512',
    '1.2.840.10045.4.3.2': 'SHA-256',
    '1.2.840.10045.4.3.3': 'SHA-384',
    '1.2.840.10045.4.3.4': 'SHA-512',
  }
  const CURVES = {
    '1.2.840.10045.3.1.7': ['P-256', 32],
    '1.3.132.0.34': ['P-384', 48],
    '1.3.132.0.35': ['P-521', 66],
  }

  function read() {
    const [contentInfo] = elements(0, bytes.length)
    const [type, wrapped] = contentInfo.inside()
    if (contentInfo.whole.length !== bytes.length || oid(type) !== '1.2.840.113549.1.7.2')
      throw new Error('its kind')
    const parts = wrapped.inside()[0].inside()
    const [contentType, content] = parts[2].inside()
    if (oid(contentType) !== '1.2.840.113549.1.9.16.1.4') throw new Error('its content')
    // Some write the octets as a list of parts; a stamp is one part.
    const [octets] = content.inside()
    const info = octets.tag === 0x24 ? octets.inside()[0] : octets
    const [, , imprint, , genTime] = info.inside()[0].inside()
    const certificates = parts.find(({ tag }) => tag === 0xa0).inside()
    const signers = parts.at(-1).inside()
    if (signers.length !== 1) throw new Error('its signers')
    return { info, imprint, genTime, certificates, signer: signers[0].inside() }
  }

  let parts
  try {
    parts = read()
  } catch {
    throw new Error('the time stamp cannot be read')
  }
  const { info, imprint, genTime, certificates, signer } = parts
  const [hashed, imprinted] = imprint.inside()
  const hash = await digest('SHA-256', new TextEncoder().encode(text))
  if (HASHES[algorithm(hashed)] !== 'SHA-256' || !same(imprinted.value, hash))
    throw new Error('the time stamp is of another checkpoint')

  const [, who, digestAlgorithm, attributes, signatureAlgorithm, signature] = signer
  const hashName = HASHES[algorithm(digestAlgorithm)]
  if (attributes.tag !== 0xa0 || !hashName)
    throw new Error('the time stamp is signed in a way that this check does not know')
  const messageDigest = attributes.inside().find((each) => oid(each.inside()[0]) === '1.2.840.113549.1.9.4')
  const told = messageDigest?.inside()[1].inside()[0].value
  if (!told || !same(told, await digest(hashName, info.value))) throw new Error('the time stamp was changed')

  // Certificate → tbsCertificate: [version], serial, signature, issuer, validity, subject, key.
  const fieldsOf = (certificate) => {
    const fields = certificate.inside()[0].inside()
    return fields[0].tag === 0xa0 ? fields.slice(1) : fields
  }
  const certificate = certificates.find((each) => {
    if (who.tag !== 0x30) return certificates.length === 1
    const [issuer, serial] = who.inside()
    const fields = fieldsOf(each)
    return same(fields[2].whole, issuer.whole) && same(fields[0].value, serial.value)
  })
  if (!certificate) throw new Error('the certificate of the time stamp is missing')
  const [, , , , subject, key] = fieldsOf(certificate)
  const [keyAlgorithm] = key.inside()
  const signedPart = new Uint8Array(attributes.whole)
  signedPart[0] = 0x31
  const signedWith = SIGNED_WITH[algorithm(signatureAlgorithm)] ?? hashName
  let holds = false
  if (algorithm(keyAlgorithm) === '1.2.840.113549.1.1.1') {
    const how = { name: 'RSASSA-PKCS1-v1_5', hash: signedWith }
    const imported = await crypto.subtle.importKey('spki', key.whole, how, false, ['verify'])
    holds = await crypto.subtle.verify(how, imported, signature.value, signedPart)
  } else {
    const [curve, size] = CURVES[oid(keyAlgorithm.inside()[1])] ?? []
    if (!curve) throw new Error('the time stamp is signed in a way that this check does not know')
    const imported = await crypto.subtle.importKey(
      'spki',
      key.whole,
      { name: 'ECDSA', namedCurve: curve },
      false,
      ['verify'],
    )
    const raw = new Uint8Array(size * 2)
    const pair = elements(
      signature.value.byteOffset - bytes.byteOffset,
      signature.value.byteOffset - bytes.byteOffset + signature.value.length,
    )[0].inside()
    for (const [at, { value }] of pair.entries()) {
      const number = value[0] === 0 ? value.subarray(1) : value
      raw.set(number, size * (at + 1) - number.length)
    }
    holds = await crypto.subtle.verify({ name: 'ECDSA', hash: signedWith }, imported, raw, signedPart)
  }
  if (!holds) throw new Error('the signature of the time stamp does not hold')

  const names = subject.inside().flatMap((set) => set.inside().map((each) => each.inside()))
  const name = names.find(([kind]) => oid(kind) === '2.5.4.3') ?? names.at(-1)
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(new TextDecoder().decode(genTime.value)) ?? []
  if (!year) throw new Error('the instant of the time stamp cannot be read')
  return {
    at: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    by: name ? new TextDecoder().decode(name[1].value) : 'without a name',
    certificate: hex(await digest('SHA-256', certificate.whole)),
  }
}
