-- expect: error
-- Text that is no Lua.
return = ) '" [[  ::: goto
