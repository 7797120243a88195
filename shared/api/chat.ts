import { conversations } from './chat/conversations.ts'
import { messages } from './chat/messages.ts'
import { participants } from './chat/participants.ts'
import type { Area } from './route.ts'

export const chat = { ...conversations, ...messages, ...participants } as const satisfies Area
