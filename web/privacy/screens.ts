import type { ScreenRecord } from '../screenRecord.ts'

export const privacyScreens = {
  myData: {
    path: '/my-data',
    name: 'my data',
    file: 'privacy/MyDataScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/privacy/copies' },
    beside: [{ route: 'GET /rest-api/privacy/erasure' }],
  },
  erasureReceipt: {
    path: '/erasure/:receiptId',
    name: 'receipt of an erasure',
    file: 'privacy/ReceiptScreen',
    frame: 'open',
  },
} as const satisfies Record<string, ScreenRecord>
