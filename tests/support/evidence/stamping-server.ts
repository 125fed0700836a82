import { randomBytes, webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Integer, ObjectIdentifier, OctetString, PrintableString, UTCTime } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const KEYS = {
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ecdsa: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
}

/** The behaviour for the next request. */
type StampAnswer = 'stamp' | 'refuse' | 'fail' | 'stamp another text' | 'answer another request'

/** A time stamp authority (RFC 3161) for a test, with its own key and certificate. */
export async function stampingServer(kind: keyof typeof KEYS, clock: () => Date) {
  const keys = (await webcrypto.subtle.generateKey(KEYS[kind], true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: 4711 })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value: 'Test Stamps' }) }),
    )
  certificate.notBefore.value = new Date('2020-01-01')
  certificate.notAfter.value = new Date('2040-01-01')
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')

  const state = { next: 'stamp' as StampAnswer, asked: 0 }
  const answer = async (body: Buffer): Promise<Buffer> => {
    const request = TimeStampReq.fromBER(new Uint8Array(body).buffer)
    if (state.next === 'refuse')
      return der(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema())
    const imprint = request.messageImprint
    if (state.next === 'stamp another text')
      imprint.hashedMessage = new OctetString({ valueHex: new Uint8Array(randomBytes(32)).buffer })
    const info = new TSTInfo({
      version: 1,
      policy: '1.3.6.1.4.1.99999.1',
      messageImprint: imprint,
      serialNumber: new Integer({ value: state.asked }),
      genTime: clock(),
      nonce: state.next === 'answer another request' ? new Integer({ value: 5 }) : request.nonce,
    })
    const content = new Uint8Array(der(info.toSchema())).buffer
    const digest = await webcrypto.subtle.digest('SHA-256', content)
    const attribute = (type: string, value: object) => new Attribute({ type, values: [value] })
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: TST_INFO,
        eContent: new OctetString({ valueHex: content }),
      }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
          signedAttrs: new SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: TST_INFO })),
              attribute('1.2.840.113549.1.9.5', new UTCTime({ valueDate: clock() })),
              attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: digest })),
            ],
          }),
        }),
      ],
      certificates: [certificate],
    })
    await signed.sign(keys.privateKey, 0, 'SHA-256')
    const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
    return der(
      new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }).toSchema(),
    )
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', async () => {
      state.asked += 1
      if (state.next === 'fail') {
        response.writeHead(503).end()
        return
      }
      response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' })
      response.end(await answer(Buffer.concat(parts)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const der = (schema: { toBER(): ArrayBuffer }) => Buffer.from(schema.toBER())
