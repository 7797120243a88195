/** Who sees what a club has bought of us, and pays for it. */
export const mayBill = { anyOf: ['canEditBilling', 'canEditAdministrators'] } as const
