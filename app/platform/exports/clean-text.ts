// Control characters but tab and line ends, halves of surrogate pairs, two noncharacters: XML 1.0 has none of them.
const UNSTORABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu

/** A text without the characters that no workbook can hold; other readers choke on them as well. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}
