import { useNavigate } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { FolderTree } from '../kit/FolderTree.tsx'
import { FolderIcon } from '../kit/lucideIcons.ts'
import styles from './Academy.module.css'
import { pathOf, type Place, TREE } from './place.ts'
import texts from './texts.en.json'

/** The folder tree beside the list. */
export function FolderSidebar({
  place,
  drop,
  drag,
}: {
  place: Place
  drop: ((id: string) => void) | undefined
  drag: (id: string) => void
}) {
  const t = useTexts('academy', texts)
  const navigate = useNavigate()
  const { data } = useApi(TREE, { orgId: place.orgId }, { handles: ['failures'] })
  if (!data || data.folders.length === 0) return null
  return (
    <aside className={styles.side} aria-label={t('tree')}>
      <FolderTree
        label={t('tree')}
        folders={data.folders}
        current={place.folderId}
        icon={<FolderIcon size={20} />}
        open={(id) => void navigate(pathOf(place, id))}
        drop={drop}
        drag={drop && drag}
      />
    </aside>
  )
}
