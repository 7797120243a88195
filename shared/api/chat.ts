import { accounts } from './chat/accounts.ts'
import { conversations } from './chat/conversations.ts'
import { messages } from './chat/messages.ts'
import { participants } from './chat/participants.ts'
import type { Area } from './route.ts'

export const chat = { ...conversations, ...messages, ...participants, ...accounts } as const satisfies Area
