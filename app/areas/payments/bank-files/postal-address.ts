/** The postal address of a party in the parts that banks want. */
export interface Address {
  street: string | null
  buildingNumber: string | null
  postCode: string | null
  town: string | null
  /** ISO 3166, two letters. */
  country: string | null
}

/** Whether banks take it as a structured address: with town and country at least. */
export const isWhole = ({ town, country }: Address): boolean => town !== null && country !== null
