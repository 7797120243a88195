import { useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { useSave } from '../shell/useSave.ts'
import type { Item } from './place.ts'
import { refreshes } from './place.ts'
import english from './texts.en.json'

/** Moves items to the bin after a confirmation, with an undo. */
export function useDelete(orgId: string) {
  const t = useTexts('academy', english)
  const restore = useSave('POST /rest-api/academy/storage/organization/{orgId}/restore', {
    refreshes,
    failed: t('saveFailed'),
  })
  const removal = useSave('DELETE /rest-api/academy/storage/organization/{orgId}/storage-item', {
    refreshes,
    saved: t('deleted'),
    failed: t('saveFailed'),
    undo: (_answer, { body }) => void restore.save({ orgId, body: 'ids' in body ? body : { ids: body } }),
  })
  return async (items: readonly Pick<Item, 'id' | 'name' | 'type'>[]): Promise<boolean> => {
    const [first] = items
    if (!first) return false
    const hasFolder = items.some(({ type }) => type === 'DIRECTORY')
    const yes = await confirm({
      title: items.length === 1 ? t('deleteOne', { name: first.name }) : t('deleteMany', { count: items.length }),
      lost: hasFolder ? t('deleteLostFolder') : t('deleteLost'),
      kept: t('deleteKept'),
      yes: t('delete'),
    })
    if (!yes) return false
    return (await removal.save({ orgId, body: { ids: items.map(({ id }) => id) } })) !== undefined
  }
}

export function useMove(orgId: string) {
  const t = useTexts('academy', english)
  const MOVE = 'POST /rest-api/academy/storage/organization/{orgId}/move'
  const moveBack = useSave(MOVE, { refreshes, saved: t('movedBack'), failed: t('moveFailed') })
  const { save } = useSave(MOVE, {
    refreshes,
    saved: t('moved'),
    failed: t('moveFailed'),
    // Moving changes who sees the items, so it can be undone if they may be moved back.
    canUndo: (answer) => answer.back.length > 0,
    undo: (answer) => answer.back.forEach((body) => void moveBack.save({ orgId, body })),
  })
  return (ids: string[], parentId: string | null) => save({ orgId, body: { ids, parentId } })
}

export function useFavorite() {
  const t = useTexts('academy', english)
  const add = useSave('POST /rest-api/academy/storage/favorite/{storageItemId}', {
    refreshes,
    saved: t('added'),
    failed: t('saveFailed'),
  })
  const remove = useSave('DELETE /rest-api/academy/storage/favorite/{storageItemId}', {
    refreshes,
    saved: t('removed'),
    failed: t('saveFailed'),
  })
  return (storageItemId: string, favorite: boolean) => (favorite ? add : remove).save({ storageItemId })
}
