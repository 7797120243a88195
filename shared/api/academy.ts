import { binRoutes } from './academy/bin.ts'
import { marks } from './academy/marks.ts'
import { places } from './academy/places.ts'
import { sharingRoutes } from './academy/sharing.ts'
import { storage } from './academy/storage.ts'
import { storageTags } from './academy/tags.ts'
import { storageTasks } from './academy/tasks.ts'
import type { Area } from './route.ts'

export const academy = {
  ...places,
  ...storage,
  ...binRoutes,
  ...marks,
  ...sharingRoutes,
  ...storageTags,
  ...storageTasks,
} as const satisfies Area
