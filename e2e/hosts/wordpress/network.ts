/** A network of WordPress sites (multisite): how to create one, and the URL rewriting that it needs. */

/** The path of the second site. */
export const secondSite = '/second'

/** PHP that turns an installed site into a network, before `wp-config.php` declares it as one. */
export const networkSetUp = `require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
  foreach ($wpdb->tables('ms_global') as $table => $name) $wpdb->$table = $name;
  install_network();
  populate_network(1, $_SERVER['HTTP_HOST'], 'administrator@example.org', 'Sample network', '/', false);`

/** Returns PHP that adds the second site. WordPress removes the colon before the port from a new site's address. */
export const addSecondSite = (
  origin: string,
) => `$id = wpmu_create_blog('127.0.0.1', '${secondSite}/', 'Second site', 1);
  $wpdb->update($wpdb->blogs, ['domain' => $_SERVER['HTTP_HOST']], ['blog_id' => $id]);
  clean_blog_cache($id);
  foreach (['home', 'siteurl'] as $name) update_blog_option($id, $name, '${origin}${secondSite}');`

/** Returns the constants as WordPress's own page "Create a Network" shows them. */
export const networkConstants = (origin: string) => `define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', '${new URL(origin).host}' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );`

/** WordPress's documented rewrite rules, for PHP's own web server: files and programs are the same below each site. */
export const networkRouter = `<?php
$asked = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$path  = preg_replace( '#^${secondSite}(?=/wp-(admin|includes|content)|/[\\w-]+\\.php)#', '', $asked );
if ( is_dir( __DIR__ . $path ) ) {
	$path = rtrim( $path, '/' ) . '/index.php';
}
$file = __DIR__ . $path;
if ( ! str_ends_with( $path, '.php' ) && is_file( $file ) ) {
	$types = array( 'css' => 'text/css', 'js' => 'text/javascript' );
	header( 'Content-Type: ' . ( $types[ pathinfo( $file, PATHINFO_EXTENSION ) ] ?? mime_content_type( $file ) ) );
	readfile( $file );
	return;
}
$path = is_file( $file ) ? $path : '/index.php';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
chdir( dirname( __DIR__ . $path ) );
require __DIR__ . $path;
`
