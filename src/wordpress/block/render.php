<?php
/**
 * The block on a page.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

?>
<div <?php echo get_block_wrapper_attributes(); // phpcs:ignore WordPress.Security.EscapeOutput -- WordPress escapes it. ?>>
	<?php voter_registration_print_form( $attributes ); ?>
</div>
