import { books } from './money/books.ts'
import { fees } from './money/fees.ts'
import { splitting } from './money/splitting.ts'
import { processors } from './money/processors.ts'
import type { Area } from './route.ts'

export const money = { ...fees, ...books, ...splitting, ...processors } as const satisfies Area
