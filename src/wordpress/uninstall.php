<?php
/**
 * Leaves nothing behind, on every site of a network.
 *
 * @package VoterRegistration
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( ! is_multisite() ) {
	delete_option( 'voter_registration' );
	return;
}
$voter_registration_query = array(
	'fields' => 'ids',
	'number' => 0,
);
foreach ( get_sites( $voter_registration_query ) as $voter_registration_site ) {
	delete_blog_option( $voter_registration_site, 'voter_registration' );
}
