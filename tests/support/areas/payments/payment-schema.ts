import { XmlDocument, XsdValidator } from 'libxml2-wasm'

/**
 * Schemas of the part of pain.001.001.09 that our files use, after the published facts of ISO 20022 (order of the
 * elements, how often each may be there, lengths and patterns), with what two profiles narrow: the implementation
 * guidelines of the EPC for SEPA (EPC132-08), and those of the Common Global Implementation for all other payments.
 * Not the schema of ISO itself.
 */

type Profile = 'EPC' | 'CGI'

const LIMITS = {
  EPC: {
    name: 70,
    charges: ['SLEV'],
    amount: { total: 11, fraction: 2, currency: 'EUR' },
    isIbanOnly: true,
    references: ['SCOR'],
  },
  CGI: {
    name: 140,
    charges: ['SLEV', 'SHAR', 'DEBT', 'CRED'],
    amount: { total: 18, fraction: 5, currency: '[A-Z]{3}' },
    isIbanOnly: false,
    references: ['SCOR'],
  },
} as const

/** The Latin characters that all payment systems take (EPC217-08); no slash begins or ends a text. */
const TEXT = `([a-zA-Z0-9\\-?:().,'+ ]|[a-zA-Z0-9\\-?:().,'+ ][a-zA-Z0-9/\\-?:().,'+ ]*[a-zA-Z0-9\\-?:().,'+ ])`

const text = (
  name: string,
  longest: number,
) => `<xs:simpleType name="${name}"><xs:restriction base="xs:string">
  <xs:minLength value="1"/><xs:maxLength value="${longest}"/><xs:pattern value="${TEXT}"/>
</xs:restriction></xs:simpleType>`

const pattern = (name: string, ...patterns: string[]) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${patterns
    .map((each) => `<xs:pattern value="${each}"/>`)
    .join('')}</xs:restriction></xs:simpleType>`

const oneOf = (name: string, values: readonly string[]) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${values
    .map((value) => `<xs:enumeration value="${value}"/>`)
    .join('')}</xs:restriction></xs:simpleType>`

/** "Nm Name": an element and its type; "?" after it where it may be missing, "+" where it repeats. */
function sequence(name: string, ...elements: string[]): string {
  return `<xs:complexType name="${name}"><xs:sequence>${elements.map(elementOf).join('')}</xs:sequence></xs:complexType>`
}

const choice = (name: string, ...elements: string[]) =>
  `<xs:complexType name="${name}"><xs:choice>${elements.map(elementOf).join('')}</xs:choice></xs:complexType>`

function elementOf(element: string): string {
  const [name = '', type = '', times = ''] = element.split(' ')
  const occurs = { '?': ' minOccurs="0"', '+': ' maxOccurs="unbounded"' }[times] ?? ''
  return `<xs:element name="${name}" type="${type}"${occurs}/>`
}

function schemaText(profile: Profile): string {
  const { name, charges, amount, isIbanOnly, references } = LIMITS[profile]
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
  targetNamespace="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" elementFormDefault="qualified">
<xs:element name="Document" type="Document"/>
${text('Max16', 16)}${text('Max34', 34)}${text('Max35', 35)}${text('Max70', 70)}${text('Max140', 140)}
${text('Name', name)}
${pattern('Id', "[A-Za-z0-9+?(),.:' -]([A-Za-z0-9+?/(),.:' -]{0,33}[A-Za-z0-9+?(),.:' -])?")}
${pattern('Instant', '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z')}
${pattern('Count', '[0-9]{1,15}')}
${pattern('Currency', amount.currency)}
${pattern('Country', '[A-Z]{2}')}
${pattern('LEI', '[A-Z0-9]{18}[0-9]{2}')}
${pattern('IBAN', '[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}')}
${pattern('BIC', '[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?')}
${pattern('NotProvided', 'NOTPROVIDED')}
${oneOf('Method', ['TRF'])}${oneOf('Service', ['SEPA'])}${oneOf('Charges', charges)}${oneOf('Reference', references)}
${oneOf('Issuer', ['ISO', 'BBA'])}${oneOf('QR', ['QRR'])}
<xs:simpleType name="Decimal"><xs:restriction base="xs:decimal"><xs:minExclusive value="0"/>
  <xs:totalDigits value="${amount.total}"/><xs:fractionDigits value="${amount.fraction}"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Sum"><xs:restriction base="xs:decimal"><xs:minExclusive value="0"/>
  <xs:totalDigits value="18"/><xs:fractionDigits value="17"/></xs:restriction></xs:simpleType>
<xs:complexType name="Money"><xs:simpleContent><xs:extension base="Decimal">
  <xs:attribute name="Ccy" type="Currency" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
${sequence('Document', 'CstmrCdtTrfInitn Initiation')}
${sequence('Initiation', 'GrpHdr Header', 'PmtInf Group +')}
${sequence('Header', 'MsgId Id', 'CreDtTm Instant', 'NbOfTxs Count', 'CtrlSum Sum', 'InitgPty Initiator')}
${sequence('Initiator', 'Nm Name')}
${sequence(
  'Group',
  'PmtInfId Id',
  'PmtMtd Method',
  'BtchBookg xs:boolean ?',
  'NbOfTxs Count',
  'CtrlSum Sum',
  `PmtTpInf Kind ${profile === 'EPC' ? '' : '?'}`,
  'ReqdExctnDt Execution',
  'Dbtr Party',
  'DbtrAcct DebtorAccount',
  'DbtrAgt Agent',
  'ChrgBr Charges',
  'CdtTrfTxInf Transfer +',
)}
${sequence('Kind', 'SvcLvl Level')}${sequence('Level', 'Cd Service')}${sequence('Execution', 'Dt xs:date')}
${sequence('Transfer', 'PmtId PaymentId', 'Amt Amount', 'CdtrAgt Agent ?', 'Cdtr Party', 'CdtrAcct Account', 'RmtInf Remittance ?')}
${sequence('PaymentId', 'InstrId Id ?', 'EndToEndId Id')}${sequence('Amount', 'InstdAmt Money')}
${sequence('Party', 'Nm Name', 'PstlAdr Address ?', 'Id PartyId ?')}
${sequence('Address', 'StrtNm Max70 ?', 'BldgNb Max16 ?', 'PstCd Max16 ?', 'TwnNm Max35', 'Ctry Country')}
${sequence('PartyId', 'OrgId Organisation')}${sequence('Organisation', 'LEI LEI')}
${sequence('DebtorAccount', 'Id AccountId', 'Ccy Currency ?')}${sequence('Account', 'Id AccountId')}
${isIbanOnly ? sequence('AccountId', 'IBAN IBAN') : choice('AccountId', 'IBAN IBAN', 'Othr OtherAccount')}
${sequence('OtherAccount', 'Id Max34')}
${sequence('Agent', 'FinInstnId Institution')}
<xs:complexType name="Institution"><xs:choice>
  <xs:sequence><xs:element name="BICFI" type="BIC"/>${isIbanOnly ? '' : '<xs:element name="ClrSysMmbId" type="Member" minOccurs="0"/>'}</xs:sequence>
  ${isIbanOnly ? '' : '<xs:element name="ClrSysMmbId" type="Member"/>'}
  <xs:element name="Othr" type="Unknown"/></xs:choice></xs:complexType>
${sequence('Unknown', 'Id NotProvided')}
${pattern('System', '[A-Z]{5}')}${sequence('Systems', 'Cd System')}${sequence('Member', 'ClrSysId Systems', 'MmbId Max35')}
${choice('Remittance', 'Ustrd Max140', 'Strd Structured')}
${sequence('Structured', 'CdtrRefInf ReferenceInformation')}
${sequence('ReferenceInformation', 'Tp ReferenceType', 'Ref Max35')}
${sequence('ReferenceType', 'CdOrPrtry CodeOrOwn', 'Issr Issuer ?')}
${isIbanOnly ? sequence('CodeOrOwn', 'Cd Reference') : choice('CodeOrOwn', 'Cd Reference', 'Prtry QR')}
</xs:schema>`
}

const schemas = new Map<Profile, XsdValidator>()

/** What is wrong with a file by a profile, line by line; empty where it is valid. */
export function schemaFaults(xml: string, profile: Profile): string[] {
  let schema = schemas.get(profile)
  if (!schema) {
    const document = XmlDocument.fromString(schemaText(profile))
    schema = XsdValidator.fromDoc(document)
    schemas.set(profile, schema)
  }
  const document = XmlDocument.fromString(xml)
  try {
    schema.validate(document)
    return []
  } catch (error) {
    return [(error as Error).message]
  } finally {
    document.dispose()
  }
}
