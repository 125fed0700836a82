/**
 * What one visitor can hold of an address: an IPv4 address whole; of an IPv6 address the first 64 bits, as any line is
 * given so many addresses at least.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [plain = ''] = address.toLowerCase().split('%', 1)
  const [head = '', tail] = plain.split('::', 2)
  const left = groupsOf(head)
  // Two groups for an IPv4 address at the end.
  const right = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? [group, ''] : [group]))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')
