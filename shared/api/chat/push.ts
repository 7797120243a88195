import * as z from 'zod/mini'
import type { Area } from '../route.ts'

/** A browser's key: bytes as base64url. */
const Bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`)))
const DeviceId = z.string().check(z.regex(/^[\w-]{22}$/))

export const push = {
  'GET /rest-api/push/devices': {
    can: 'signed_in',
    does: 'Lists the caller’s devices that receive push notifications, and the public key by which browsers recognize the sender.',
    early: true,
    returns: z.object({
      publicKey: z.string(),
      devices: z.array(z.object({ deviceId: z.string(), showsText: z.boolean(), since: z.string() })),
    }),
  },
  'PUT /rest-api/push/devices': {
    can: 'signed_in',
    does: 'Registers a browser for push notifications of new messages. They contain no names or text unless `showsText` is true.',
    body: z.object({
      endpoint: z.string().check(z.maxLength(1000), z.url()),
      p256dh: Bytes(87),
      auth: Bytes(22),
      showsText: z.boolean(),
    }),
    returns: z.object({ deviceId: z.string() }),
    refuses: ['push_unknown'],
  },
  'DELETE /rest-api/push/devices': {
    can: 'signed_in',
    does: 'Removes a browser from push notifications. Idempotent.',
    query: z.object({ deviceId: DeviceId }),
    returns: z.object({}),
  },
} as const satisfies Area
