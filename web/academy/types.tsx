import { toDo } from '#shared/rules/library.ts'
import { useState } from 'react'
import styles from './Academy.module.css'
import type { Item } from './place.ts'
import {
  FileIcon,
  FolderIcon,
  FormIcon,
  LinkIcon,
  ListIcon,
  PictureIcon,
  SoundIcon,
  TextIcon,
  VideoIcon,
} from '../kit/lucideIcons.ts'

export type Kind = 'folder' | 'link' | 'form' | 'toDo' | 'picture' | 'video' | 'sound' | 'pdf' | 'text' | 'file'

/** The kind of an item, by its type and a file's content type. */
export function kindOf({ type, fileMetadata }: Pick<Item, 'type' | 'fileMetadata'>): Kind {
  if (type === 'DIRECTORY') return 'folder'
  if (type === 'LINK') return 'link'
  if (type === 'FORM') return 'form'
  if (type !== 'FILE') return 'toDo'
  const media = fileMetadata?.contentType ?? ''
  if (media.startsWith('image/')) return 'picture'
  if (media.startsWith('video/')) return 'video'
  if (media.startsWith('audio/')) return 'sound'
  if (media === 'application/pdf') return 'pdf'
  return media.startsWith('text/') ? 'text' : 'file'
}

/** The task type as used in URLs; undefined for anything that is not a task. */
export const taskTypeOf = ({ type }: Pick<Item, 'type'>): 'form' | 'todo' | undefined =>
  type === 'FORM' ? 'form' : type === toDo ? 'todo' : undefined

const icons = {
  folder: FolderIcon,
  link: LinkIcon,
  form: FormIcon,
  toDo: ListIcon,
  picture: PictureIcon,
  video: VideoIcon,
  sound: SoundIcon,
  pdf: TextIcon,
  text: TextIcon,
  file: FileIcon,
} as const

/** An item's thumbnail, or else the icon of its kind. Decorative, since the name is beside it. */
export function ItemPicture({ item }: { item: Item }) {
  const [failed, setFailed] = useState<string>()
  const url = item.thumbnailPresignedUrl
  if (url === null || failed === url) return <KindIcon item={item} />
  return (
    <img
      src={url}
      alt=""
      className={styles.thumbnail}
      loading="lazy"
      decoding="async"
      // It may show other families' children, so the snapshot must not contain it.
      data-unkept=""
      onError={() => setFailed(url)}
    />
  )
}

export function KindIcon({ item, size = 20 }: { item: Pick<Item, 'type' | 'fileMetadata'>; size?: number }) {
  const Icon = icons[kindOf(item)]
  return <Icon size={size} aria-hidden="true" />
}
