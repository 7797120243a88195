import { isId, organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import type { Source } from './AssignmentForm.tsx'

const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const FORM = 'GET /rest-api/academy/task/form/{storageItemId}'
const LIST_TASK = 'GET /rest-api/academy/task/todo/{storageItemId}'
const handles = { handles: ['failures', 'not_allowed'] } as const

/** A task of the library with its questions or lines, by its item's id. */
export function useSource(storageItemId: string | undefined) {
  const id = storageItemId !== undefined && isId('storageItem', storageItemId) ? storageItemId : undefined
  const item = useApi(ITEM, id ? { orgId: organizationOf(id), storageItemId: id } : undefined, handles)
  const type = item.data?.type
  const form = useApi(FORM, id && type === 'FORM' ? { storageItemId: id } : undefined, handles)
  const todo = useApi(LIST_TASK, id && type && type !== 'FORM' ? { storageItemId: id } : undefined, handles)
  const taskRead = type === 'FORM' ? form : todo
  const source: Source | undefined =
    id && item.data && taskRead.data
      ? { storageItemId: id, name: item.data.name, description: item.data.description, task: taskRead.data.task }
      : undefined
  const error = item.error ?? taskRead.error
  return {
    source,
    item: item.data,
    revision: taskRead.data?.revision ?? 0,
    error,
    isLoading: id !== undefined && !source && !error,
    isValidating: item.isValidating || taskRead.isValidating,
    mutate: () => Promise.all([item.mutate(), taskRead.mutate()]),
  }
}
