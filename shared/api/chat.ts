import { accounts } from './chat/accounts.ts'
import { conversations } from './chat/conversations.ts'
import { live } from './chat/live.ts'
import { messages } from './chat/messages.ts'
import { participants } from './chat/participants.ts'
import { push } from './chat/push.ts'
import { readAlong } from './chat/readAlong.ts'
import type { Area } from './route.ts'

export const chat = {
  ...conversations,
  ...messages,
  ...participants,
  ...accounts,
  ...live,
  ...readAlong,
  ...push,
} as const satisfies Area
