import { createHash, randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  ContentInfo,
  id_eContentType_TSTInfo,
  id_sha256,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

/** A parsed and checked time stamp (RFC 3161). */
export interface Stamp {
  at: Date
  /** The TimeStampToken, DER in base64. */
  token: string
  /** The signer: the name in its certificate, and the certificate's SHA-256. */
  by: string
  certificate: string
  nonce: string | null
}

const ANSWER_MS = 10_000
const MAX_BYTES = 100_000
const COMMON_NAME = '2.5.4.3'
const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('hex')
const plainBytes = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/**
 * Requests a stamp for a text from a time stamp authority, which sees only the SHA-256.
 * @throws Error with a sentence on what was wrong with its answer
 */
export async function requestStamp(url: string, text: string): Promise<Stamp> {
  const nonce = new Uint8Array([1, ...randomBytes(15)])
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: id_sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: plainBytes(createHash('sha256').update(text).digest()) }),
    }),
    nonce: new Integer({ valueHex: nonce.buffer }),
    certReq: true,
  })
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: request.toSchema().toBER(),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength > MAX_BYTES) throw new Error('Its answer is too long.')
  const { status, timeStampToken } = readAnswer(bytes)
  if (status.status > 1 || !timeStampToken) {
    const why = status.statusStrings?.map((each) => each.valueBlock.value).join(' ')
    throw new Error(`It refused the request${why ? `: ${why}` : ` (status ${status.status})`}.`)
  }
  const stamp = await readStamp(Buffer.from(timeStampToken.toSchema().toBER()).toString('base64'), text)
  if (stamp.nonce !== hex(nonce)) throw new Error('Its stamp answers another request.')
  return stamp
}

function readAnswer(bytes: ArrayBuffer): TimeStampResp {
  try {
    return TimeStampResp.fromBER(bytes)
  } catch (cause) {
    throw new Error('Its answer is no time stamp.', { cause })
  }
}

/**
 * Checks a stored token against the text that it stamps: its imprint, and its signature by the certificate in it.
 * Whether that certificate is the authority's is for people to compare.
 * @throws Error with a sentence on what is wrong
 */
export async function readStamp(token: string, text: string): Promise<Stamp> {
  let signed: SignedData
  let info: TSTInfo
  try {
    signed = new SignedData({ schema: ContentInfo.fromBER(plainBytes(Buffer.from(token, 'base64'))).content })
    const { eContentType, eContent } = signed.encapContentInfo
    if (eContentType !== id_eContentType_TSTInfo || !eContent) throw new Error('no TSTInfo')
    info = TSTInfo.fromBER(eContent.getValue())
  } catch (cause) {
    throw new Error('The time stamp cannot be read.', { cause })
  }
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const hash = createHash('sha256').update(text).digest('hex')
  if (hashAlgorithm.algorithmId !== id_sha256 || hex(hashedMessage.getValue()) !== hash)
    throw new Error('The time stamp is of something else.')
  const checked = await signed
    .verify({ signer: 0, data: plainBytes(Buffer.from(text)), checkChain: false, extendedMode: true })
    .catch(() => null)
  if (!checked?.signatureVerified || !checked.signerCertificate || signed.signerInfos.length !== 1)
    throw new Error('The signature of the time stamp does not hold.')
  const certificate = checked.signerCertificate
  const name = certificate.subject.typesAndValues.find(({ type }) => type === COMMON_NAME)
  return {
    at: info.genTime,
    token,
    by: String(name?.value.valueBlock.value ?? 'without a name'),
    certificate: createHash('sha256').update(Buffer.from(certificate.toSchema().toBER())).digest('hex'),
    nonce: info.nonce ? hex(info.nonce.valueBlock.valueHexView) : null,
  }
}
