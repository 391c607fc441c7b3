import { statfs } from 'node:fs/promises'
import { StorageUnavailable } from './sql.ts'

/** With fewer bytes than this left, the process says that it is not ready. */
const minRoom = 16 * 2 ** 20

/** Checks that the disk of a folder has room.
 *  @throws StorageUnavailable when less than 16 MiB are left */
export async function checkDiskRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minRoom) throw new StorageUnavailable('DISK_NEARLY_FULL')
}
