import { useState } from 'react'
import { isAtLeast } from '#shared/rules/shares.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { FolderTree } from '../kit/FolderTree.tsx'
import { FolderIcon } from '../kit/lucideIcons.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Academy.module.css'
import { type Item, TREE } from './place.ts'
import english from './texts.en.json'
import { useMove } from './useItemActions.ts'

type Props = { orgId: string; items: readonly Item[]; close: (moved: boolean) => void }

/** Chooses the target folder: any folder the reader may add to, except the moved folders and their descendants. */
export function MoveTo({ orgId, items, close }: Props) {
  const t = useTexts('academy', english)
  const read = useApi(TREE, { orgId }, { handles: ['failures'] })
  const [target, setTarget] = useState<string | null>()
  const move = useMove(orgId)
  const movedIds = new Set(items.map(({ id }) => id))
  return (
    <Loaded
      read={read}
      failed={t('failed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="44px" />
          <Skeleton height="44px" />
        </Skeletons>
      }
    >
      {({ folders }) => {
        const targetFolders = folders.filter(
          ({ id, access }) => isAtLeast(access, 'EDITOR') && !isInside(folders, id, movedIds),
        )
        return (
          <div className={styles.details}>
            <Button
              kind="quiet"
              aria-pressed={target === null}
              icon={<FolderIcon size={20} aria-hidden="true" />}
              onClick={() => setTarget(null)}
            >
              {t('libraryItself')}
            </Button>
            <FolderTree
              label={t('moveTo')}
              folders={targetFolders}
              current={target ?? undefined}
              icon={<FolderIcon size={20} aria-hidden="true" />}
              open={setTarget}
            />
            <Button
              kind="primary"
              {...(target === undefined && { disabledReason: t('chooseFolder') })}
              onClick={() => {
                if (target === undefined) return
                void move([...movedIds], target).then((done) => done && close(true))
              }}
            >
              {t('moveHere')}
            </Button>
          </div>
        )
      }}
    </Loaded>
  )
}

/** Whether a folder is one of the moved ones or lies inside one. */
function isInside(
  folders: readonly { id: string; parentId: string | null }[],
  id: string,
  movedIds: ReadonlySet<string>,
): boolean {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parentId]))
  for (let ancestorId: string | null = id; ancestorId; ancestorId = parents.get(ancestorId) ?? null)
    if (movedIds.has(ancestorId)) return true
  return false
}
