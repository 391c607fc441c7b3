/** A running WordPress, on PHP's own web server. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProgram } from '../../child.ts'
import { startMariaDb } from './maria-db.ts'
import { addSecondSite, networkConstants, networkRouter, networkSetUp } from './network.ts'
import { installMariaDb, installPhp, unpackDebianWordPress, unpackNpmWordPress } from './programs.ts'

/** The WordPress version: 6.5 from the npm archive with SQLite, or 6.1 from Debian with MariaDB. */
export type Release = '6.5' | '6.1'

/** The role of a user. The password is the same as the name. */
export type Role = 'administrator' | 'author'

/** A running site. */
export interface WordPressSite {
  origin: string
  /** Runs PHP with all of WordPress loaded, without a logged-in user. Returns its output. */
  php(code: string): string
  /** Returns the names of all options, sorted, without transients, which expire by themselves. */
  options(): string[]
  /** Returns PHP's errors and warnings so far. */
  complaints(): string
  /** Adds lines to `wp-config.php`. */
  configure(lines: string): void
  /** Whether there is such a file. */
  has(file: string): boolean
  stop(): Promise<void>
}

/** How an installation differs from a single site without a cache. */
export interface Installation {
  /** Turns it into a network with a second site. */
  isNetwork?: boolean
  /** Its own origin, when a cache in front of it listens at the public origin. */
  listenOrigin?: string
}

/**
 * Installs a WordPress and starts it.
 *
 * @param origin its origin: a free port of 127.0.0.1
 */
export async function startWordPress(
  release: Release,
  origin: string,
  { isNetwork = false, listenOrigin = origin }: Installation = {},
): Promise<WordPressSite> {
  installPhp()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-wordpress-'))
  if (release === '6.5') unpackNpmWordPress(folder)
  else {
    installMariaDb()
    unpackDebianWordPress(folder)
  }
  const database = release === '6.5' ? undefined : await startMariaDb()
  const log = path.join(folder, 'php-errors.log')
  const config = path.join(folder, 'wp-config.php')
  writeFileSync(config, createConfig(origin, log, database?.socket))
  const settings = ['-d', 'upload_max_filesize=16M', '-d', 'post_max_size=16M', '-d', 'memory_limit=512M']
  // In a network the host selects the site.
  const serverVariables = `$_SERVER += ['HTTP_HOST' => '${new URL(origin).host}', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];`
  const runPhp = (code: string) =>
    execFileSync('php', [...settings, '-d', 'display_errors=stderr', '-r', serverVariables + code], {
      cwd: folder,
      encoding: 'utf8',
    })
  const php = (code: string) => runPhp(`require 'wp-load.php'; ${code}`)
  if (database !== undefined)
    runPhp(`(new mysqli('localhost', 'root', '', '', 0, '${database.socket}'))->query('CREATE DATABASE wordpress');`)
  runPhp(`define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
    wp_install('Sample site', 'administrator', 'administrator@example.org', true, '', 'administrator');
    wp_insert_user(['user_login' => 'author', 'user_pass' => 'author', 'user_email' => 'author@example.org', 'role' => 'author']);`)
  const router = path.join(folder, 'router.php')
  if (isNetwork) {
    runPhp(networkSetUp)
    writeFileSync(config, createConfig(origin, log, database?.socket, networkConstants(origin)))
    php(addSecondSite(origin))
    writeFileSync(router, networkRouter)
  }
  const server = await startProgram(
    'php',
    [...settings, '-S', new URL(listenOrigin).host, '-t', folder, ...(isNetwork ? [router] : [])],
    // A single process would deadlock when a WordPress page requests its own site.
    { PHP_CLI_SERVER_WORKERS: '4' },
    `${listenOrigin}/readme.html`,
  )
  return {
    origin,
    php,
    options: () =>
      JSON.parse(
        php(`echo json_encode($wpdb->get_col("SELECT option_name FROM $wpdb->options
          WHERE option_name NOT LIKE '%transient%' ORDER BY option_name"));`),
      ),
    complaints: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    configure: (lines) => writeFileSync(config, readFileSync(config, 'utf8').replace('<?php', `<?php\n${lines}`)),
    has: (file) => existsSync(path.join(folder, file)),
    async stop() {
      await server.kill()
      await database?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addressConstants = (origin: string) => `defined( 'WP_HOME' ) || define( 'WP_HOME', '${origin}' );
defined( 'WP_SITEURL' ) || define( 'WP_SITEURL', '${origin}' );`

const createConfig = (origin: string, log: string, socket?: string, constants = addressConstants(origin)) => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost${socket === undefined ? '' : `:${socket}`}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', $name );
	define( $name . '_SALT', $name );
}
$table_prefix = 'wp_';
${constants}
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '${log}' );
define( 'FS_METHOD', 'direct' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`
